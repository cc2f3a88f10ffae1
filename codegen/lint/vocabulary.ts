/** The words a schema file may use, as lists: what lint checks names against and describe takes its defaults from. Pure. */
import type { IconName, Text, Verb } from '../model.ts';

export const verbs: readonly Verb[] = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];

/** Widgets that the form knows; docs/schema-reference.md lists the same. */
export const widgets: readonly string[] = [
  'text',
  'textarea',
  'html',
  'password',
  'number',
  'updown',
  'range',
  'rating',
  'switch',
  'checkbox',
  'select',
  'radio',
  'autocomplete',
  'checkboxes',
  'tags',
  'date',
  'time',
  'datetime',
  'phone',
  'email',
  'url',
  'color',
  'money',
  'files',
  'image',
  'grid',
  'slots',
  'ranking',
  'object',
  'json',
  'code',
  'css',
  'hidden',
];

/** Icons that the menu draws for x-entity; another name shows a plain list. */
const drawn: Record<IconName, true> = {
  business: true,
  megaphone: true,
  category: true,
  event: true,
  calendar: true,
  gavel: true,
  log: true,
  handshake: true,
  image: true,
  mail: true,
  movie: true,
  people: true,
  group: true,
  person: true,
  user: true,
  play: true,
  receipt: true,
  settings: true,
  slideshow: true,
  star: true,
  article: true,
  badge: true,
  book: true,
  box: true,
  building: true,
  camera: true,
  cart: true,
  chart: true,
  clock: true,
  flag: true,
  flight: true,
  globe: true,
  heart: true,
  hotel: true,
  link: true,
  microphone: true,
  money: true,
  music: true,
  note: true,
  'person-add': true,
  phone: true,
  place: true,
  school: true,
  tag: true,
  task: true,
  ticket: true,
  tool: true,
  trophy: true,
  truck: true,
};
export const icons: readonly string[] = Object.keys(drawn);

/** Roles of specification section 3; a code list `role` or `roles` adds to them. */
export const staffRoles: readonly string[] = ['[]', '[op]', '[gs]'];

/** Stamps that every object has, declared or not (domain decisions, Objects). */
export const stampNames: readonly string[] = ['ver', 'create_at', 'update_at', 'update_by'];

/** Names that mean something in the API's address or in JavaScript and so cannot be a field or an object. */
export const reservedFields: readonly string[] = ['q', '__proto__', 'prototype', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'];
export const reservedObjects: readonly string[] = [
  'parts',
  'codes',
  'messages',
  'admin',
  'history',
  'recent',
  'session',
  'auth',
  'site',
  'constructor',
  'prototype',
  '__proto__',
];

/** The field that holds what a row of a file from elsewhere has beside its fields. */
export const restName = '$others';

/** Labels of the fields that every object has, where no locale names them; a language says them in the part `stamps` of its parts.json. */
export const builtInLabels: Record<string, Partial<Text>> = {
  id: { tw: '編號', en: 'ID' },
  ver: { tw: '版本', en: 'Version' },
  create_at: { tw: '建立時間', en: 'Created' },
  update_at: { tw: '更新時間', en: 'Updated' },
  update_by: { tw: '更新者', en: 'Updated by' },
  [restName]: { tw: '其他成員', en: 'Other members' },
};

/** Labels of an attachment's fields where the schema leaves the items out (specification section 3, Attachment), and its locale the part `attachment`. */
export const attachmentLabels: Record<string, Partial<Text>> = {
  filepath: { tw: '檔案路徑', en: 'File path' },
  fileName: { tw: '檔名', en: 'File name' },
  size: { tw: '大小', en: 'Size' },
  link: { tw: '連結', en: 'Link' },
  name: { tw: '名稱', en: 'Name' },
  desc: { tw: '說明', en: 'Description' },
};

/** Formats that are checked; any other says something to somebody else. */
export const knownFormats = [
  ...['date', 'time', 'date-time', 'email', 'uri', 'phone', 'telephone', 'id', 'digits', 'identifier'],
  ...['byte', 'duration', 'hostname', 'ipv4', 'ipv6', 'uuid', 'uri-reference', 'uri-template', 'json-pointer', 'relative-json-pointer', 'regex'],
  ...['rfc3339', 'rfc3339-time', 'any-uri', 'iri', 'iri-reference', 'idn-email', 'idn-hostname', 'color'],
] as const;
/** The standard's keywords that would narrow or shape a value and that are not taken: to pass one over would be to accept what it forbids. */
export const untakenKeywords: readonly string[] = [
  ...['patternProperties', 'propertyNames', 'additionalItems', 'prefixItems', 'contains', 'minContains', 'maxContains', 'dependentSchemas'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema', 'extends', 'disallow', 'divisibleBy'],
  ...['$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'],
];

/** Longest text that stays in a VARCHAR; above it the column is TEXT, as MariaDB counts every VARCHAR against one row's 65,535 bytes. */
export const longestString = 500;
/** Bytes of one row that VARCHAR columns may use together; past it the widest ones become TEXT. */
export const rowBytes = 48_000;
/** Default width of a string column whose schema names none (lint refuses that for declared ones). */
export const defaultLength = 255;
/** Characters of a string inside a JSON column whose schema names no length, and of several lines of text. */
export const longestNested = 16_000;
export const keyLength = 64;
/** A JS number keeps 15 decimal digits (docs/decisions/002). */
export const decimalDigits = 15;
export const greatestInt = 2_147_483_647;
