/** Words that invented names, titles and sentences are made of: Chinese and English side by side, so that both titles of a film say the same. Pure data. */
import type { Pair } from '#framework/samples/words.ts';

export { moods, type Pair, places, remarks, subjects } from '#framework/samples/words.ts';

/** A title's pattern in both languages; p = place, s = subject, m = mood. */
export const titlePatterns: readonly Pair[] = [
  ['{p}的{s}', 'The {s} of the {p}'],
  ['{m}{s}', 'The {m} {s}'],
  ['{m}{p}', 'The {m} {p}'],
  ['{s}與{p}', '{s} and {p}'],
  ['回到{p}', 'Back to the {p}'],
  ['寫給{p}的{s}', 'A {s} for the {p}'],
  ['{p}之外', 'Beyond the {p}'],
  ['{p}沒有{s}', 'No {s} in the {p}'],
];
export const familyNames: readonly Pair[] = [
  ['陳', 'Chen'],
  ['林', 'Lin'],
  ['黃', 'Huang'],
  ['張', 'Chang'],
  ['李', 'Lee'],
  ['王', 'Wang'],
  ['吳', 'Wu'],
  ['劉', 'Liu'],
  ['蔡', 'Tsai'],
  ['楊', 'Yang'],
  ['許', 'Hsu'],
  ['鄭', 'Cheng'],
  ['謝', 'Hsieh'],
  ['郭', 'Kuo'],
  ['洪', 'Hung'],
  ['邱', 'Chiu'],
  ['曾', 'Tseng'],
  ['廖', 'Liao'],
  ['賴', 'Lai'],
  ['周', 'Chou'],
];
export const givenNames: readonly Pair[] = [
  ['怡君', 'Yi-chun'],
  ['志明', 'Chih-ming'],
  ['雅婷', 'Ya-ting'],
  ['建宏', 'Chien-hung'],
  ['淑芬', 'Shu-fen'],
  ['俊傑', 'Chun-chieh'],
  ['美玲', 'Mei-ling'],
  ['家豪', 'Chia-hao'],
  ['思穎', 'Ssu-ying'],
  ['冠宇', 'Kuan-yu'],
  ['佩珊', 'Pei-shan'],
  ['承恩', 'Cheng-en'],
  ['詩涵', 'Shih-han'],
  ['柏翰', 'Po-han'],
  ['心怡', 'Hsin-yi'],
  ['宗翰', 'Tsung-han'],
  ['欣妤', 'Hsin-yu'],
  ['子軒', 'Tzu-hsuan'],
  ['書瑋', 'Shu-wei'],
  ['若彤', 'Jo-tung'],
];
export const foreignNames: readonly string[] = [
  'Anneke Visser',
  'Tomasz Zielny',
  'Ingrid Solberg',
  'Haruka Mizuno',
  'Priya Raman',
  'Mateo Larrea',
  'Claire Aubanel',
  'Joon-ho Baek',
  'Amara Okoye',
  'Lukas Brandl',
  'Siti Rahmah',
  'Nguyen Bao Anh',
  'Eoin Carrick',
  'Giulia Ferrante',
  'Noa Ben-Dor',
  'Katrin Vollmer',
  'Daniel Ashworth',
  'Yuki Tanabe',
  'Sofia Marchetti',
  'Pavel Dvorsky',
];
export const companyWords: readonly Pair[] = [
  ['潮汐', 'Tideline'],
  ['山海', 'Hills & Sea'],
  ['暖流', 'Warm Current'],
  ['蜂鳥', 'Hummingbird'],
  ['白鷺', 'White Egret'],
  ['長鏡頭', 'Long Take'],
  ['北緯', 'North Parallel'],
  ['夜行', 'Night Walk'],
  ['第七日', 'Seventh Day'],
  ['光譜', 'Spectrum'],
  ['島嶼', 'Isle'],
  ['遠方', 'Faraway'],
  ['青苔', 'Moss'],
  ['小行星', 'Asteroid'],
  ['紙船', 'Paper Boat'],
  ['回聲', 'Echo'],
  ['野薑花', 'Ginger Lily'],
  ['石頭', 'Pebble'],
  ['月台', 'Platform'],
  ['雲豹', 'Clouded Leopard'],
  ['晨光', 'First Light'],
  ['合聲', 'Chorus'],
  ['風箏', 'Kite'],
  ['微塵', 'Dust Mote'],
];
/** company type code → how such a company is called */
export const companyKinds: Readonly<Record<number, readonly Pair[]>> = {
  1: [
    ['工作室', 'Studio'],
    ['影像工作坊', 'Film Workshop'],
  ],
  2: [
    ['影業', 'Pictures'],
    ['製作', 'Productions'],
    ['電影', 'Films'],
  ],
  3: [
    ['國際影展', 'International Film Festival'],
    ['紀錄片影展', 'Documentary Festival'],
  ],
  4: [
    ['國際發行', 'International Sales'],
    ['版權代理', 'Rights'],
  ],
  5: [
    ['大學圖書館', 'University Library'],
    ['教育基金會', 'Education Foundation'],
  ],
  6: [
    ['戲院', 'Cinemas'],
    ['藝術影院', 'Arthouse'],
  ],
  7: [
    ['電視', 'Television'],
    ['公共電視台', 'Public Broadcasting'],
  ],
  8: [['電信', 'Telecom']],
  9: [
    ['線上影音', 'Stream'],
    ['串流', 'On Demand'],
  ],
  10: [
    ['文化', 'Culture'],
    ['字幕翻譯', 'Subtitling'],
    ['沖印', 'Film Lab'],
  ],
};
export const cities: readonly Pair[] = [
  ['台北市中正區', 'Taipei'],
  ['台中市西區', 'Taichung'],
  ['高雄市鹽埕區', 'Kaohsiung'],
  ['台南市中西區', 'Tainan'],
  ['花蓮縣壽豐鄉', 'Hualien'],
  ['新竹市東區', 'Hsinchu'],
];
export const streets: readonly Pair[] = [
  ['光影路', 'Guangying Road'],
  ['底片街', 'Dipian Street'],
  ['長鏡頭巷', 'Long Take Lane'],
  ['放映大道', 'Projection Avenue'],
  ['字幕街', 'Subtitle Street'],
];
/** Sentences of a synopsis; {p}, {s} as in a title. */
export const synopsisLines: readonly Pair[] = [
  [
    '三十年來，{p}的居民第一次聚在一起，談那件沒有人願意再提的事。',
    'For the first time in thirty years the people of the {p} meet to speak of what nobody would name.',
  ],
  ['導演跟著{s}走過四季，拍下一個正在消失的手藝。', 'The director follows the {s} through four seasons and records a craft that is vanishing.'],
  ['一封寄錯的信，把兩個家庭帶回{p}。', 'A letter sent to the wrong address leads two families back to the {p}.'],
  ['當怪手開進{p}，留下來的人決定用自己的方式記錄。', 'When the diggers reach the {p}, those who stay decide to keep a record of their own.'],
  ['影片以從未公開的家庭影像，重新看見{s}的一生。', 'Never-shown home movies let us see the life of the {s} anew.'],
  ['在收成與離開之間，年輕的一代必須做出選擇。', 'Between the harvest and leaving, a younger generation has to choose.'],
  ['鏡頭安靜地停在{p}，直到有人開口。', 'The camera rests quietly on the {p} until somebody speaks.'],
  ['這是一個關於{s}、土地與時間的故事。', 'This is a story of the {s}, of land and of time.'],
];
