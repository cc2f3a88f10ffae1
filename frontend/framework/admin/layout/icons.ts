/** Icons that a schema may name in x-entity (the linter knows them too); another name shows a plain list. */
import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import BarChartIcon from '@mui/icons-material/BarChartOutlined';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import MegaphoneIcon from '@mui/icons-material/CampaignOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ConfirmationNumberIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import EmojiEventsIcon from '@mui/icons-material/EmojiEventsOutlined';
import EventIcon from '@mui/icons-material/EventOutlined';
import FavoriteBorderIcon from '@mui/icons-material/FavoriteBorderOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import FlightIcon from '@mui/icons-material/FlightOutlined';
import GavelIcon from '@mui/icons-material/GavelOutlined';
import HandshakeIcon from '@mui/icons-material/HandshakeOutlined';
import HotelIcon from '@mui/icons-material/HotelOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import Inventory2Icon from '@mui/icons-material/Inventory2Outlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined';
import MicIcon from '@mui/icons-material/MicOutlined';
import MovieIcon from '@mui/icons-material/MovieOutlined';
import MusicNoteIcon from '@mui/icons-material/MusicNoteOutlined';
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import PhotoCameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import PlayIcon from '@mui/icons-material/PlayCircleOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import ReceiptLongIcon from '@mui/icons-material/ReceiptLongOutlined';
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import SchoolIcon from '@mui/icons-material/SchoolOutlined';
import SellIcon from '@mui/icons-material/SellOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import ShoppingCartIcon from '@mui/icons-material/ShoppingCartOutlined';
import SlideshowIcon from '@mui/icons-material/SlideshowOutlined';
import StarIcon from '@mui/icons-material/StarOutline';
import TaskAltIcon from '@mui/icons-material/TaskAltOutlined';
import type { ComponentType } from 'react';
import type { IconName } from '#codegen/model.ts';

export const icons: Record<IconName, ComponentType> = {
  business: BusinessIcon,
  megaphone: MegaphoneIcon,
  category: CategoryIcon,
  event: EventIcon,
  calendar: EventIcon,
  gavel: GavelIcon,
  handshake: HandshakeIcon,
  image: ImageIcon,
  log: ReceiptLongIcon,
  mail: MailIcon,
  movie: MovieIcon,
  people: PeopleIcon,
  group: PeopleIcon,
  person: PersonIcon,
  user: PersonIcon,
  play: PlayIcon,
  receipt: ReceiptLongIcon,
  settings: SettingsIcon,
  slideshow: SlideshowIcon,
  star: StarIcon,
  article: ArticleIcon,
  badge: BadgeIcon,
  book: MenuBookIcon,
  box: Inventory2Icon,
  building: ApartmentIcon,
  camera: PhotoCameraIcon,
  cart: ShoppingCartIcon,
  chart: BarChartIcon,
  clock: ScheduleIcon,
  flag: FlagIcon,
  flight: FlightIcon,
  globe: PublicIcon,
  heart: FavoriteBorderIcon,
  hotel: HotelIcon,
  link: LinkIcon,
  microphone: MicIcon,
  money: PaymentsIcon,
  music: MusicNoteIcon,
  note: EditNoteIcon,
  'person-add': PersonAddIcon,
  phone: PhoneIcon,
  place: PlaceIcon,
  school: SchoolIcon,
  tag: SellIcon,
  task: TaskAltIcon,
  ticket: ConfirmationNumberIcon,
  tool: BuildIcon,
  trophy: EmojiEventsIcon,
  truck: LocalShippingIcon,
};

export function iconOf(name: string): ComponentType {
  return (icons as Record<string, ComponentType | undefined>)[name] ?? ListIcon; // a schema may name any
}
