/** Nine invented films of the demo's viewing page, in both languages. Pure data. */

export interface ViewingFilm {
  cname: string;
  ename: string;
  director: string;
  year: number;
  minutes: number;
  country: string[];
  clogline: string;
  elogline: string;
  csynopsis: string;
  esynopsis: string;
  /** which of the groups it hangs in */
  group: keyof typeof viewingGroups;
}

export const viewingGroups = {
  focus: { tw: '焦點長片', en: 'Features in focus' },
  short: { tw: '短片', en: 'Shorts' },
  progress: { tw: '製作中', en: 'Works in progress' },
} as const;

export const viewingFilms: readonly ViewingFilm[] = [
  {
    ...{ cname: '退潮以後', ename: 'After the Ebb', director: '林若彤', year: 2026, minutes: 84, country: ['TW'], group: 'focus' },
    clogline: '泥灘地上最後一位養蚵女工，每天跟著潮水上下班。',
    elogline: 'The last woman to farm oysters on the flats keeps the hours of the tide.',
    csynopsis:
      '阿蓮姨六十七歲，手錶戴了三十年，看的卻是潮汐表。風機一座座立起，蚵架一年年少，村裡的人問她什麼時候退休。導演跟著她走過四個季節：颱風前夜收架，冬天在冷水裡剝蚵，清明回到已經遷走的老厝。\n\n這不是一部關於消失的影片，而是關於一個人如何把每一次退潮都過成一天。',
    esynopsis:
      'Aunt Lien is sixty-seven. She has worn the same watch for thirty years and reads only the tide table. One by one the turbines rise, year by year the racks grow fewer, and the village asks when she will stop. The film follows her through four seasons: taking in the racks on the eve of a typhoon, opening oysters in the cold, going back at Tomb-Sweeping to a house that has moved away.\n\nIt is not a film about what disappears, but about somebody who makes a day out of every ebb.',
  },
  {
    ...{ cname: '夜班地圖', ename: 'A Map of the Night Shift', director: '周柏翰', year: 2025, minutes: 97, country: ['TW', 'JP'], group: 'focus' },
    clogline: '城市熄燈之後，五個人用各自的路線把它重新點亮。',
    elogline: 'Once the city turns off its lights, five people switch it on again along their own routes.',
    csynopsis:
      '清潔車駕駛、產房護理師、麵包師、捷運軌道工與一位送報的老先生，彼此不相識，卻在凌晨三點的同一個路口擦身而過。影片以一夜的時間為結構，由五段路線疊成一張地圖。\n\n全片在真實的夜裡拍攝兩年，沒有旁白。',
    esynopsis:
      'A street sweeper, a midwife, a baker, a track worker of the metro and an old man who delivers newspapers do not know each other, yet at three in the morning they pass the same crossing. One night is the form of the film; five routes laid over each other become a map.\n\nShot over two years of real nights, without narration.',
  },
  {
    ...{ cname: '山屋來信', ename: 'Letters from the Mountain Hut', director: '許詩涵', year: 2026, minutes: 76, country: ['TW'], group: 'focus' },
    clogline: '一座山屋，四十年的留言簿，找回當年寫下它的人。',
    elogline: 'A mountain hut, forty years of guest books, and the search for those who wrote in them.',
    csynopsis:
      '海拔三千四百公尺的山屋即將改建，管理員整理出四十年來的留言簿：求婚的、道歉的、寫給去世父親的。導演按著字跡一一尋找當年的筆者，把信念給他們聽。有人大笑，有人已經忘了，有人一直在等這封信回來。',
    esynopsis:
      'Before the hut at 3,400 metres is rebuilt, its keeper puts forty years of guest books in order: proposals, apologies, lines to a father who had died. The director looks for the hands behind the writing and reads it to them. One laughs, one has forgotten, and one has been waiting for the letter to come back.',
  },
  {
    ...{ cname: '借來的海', ename: 'A Borrowed Sea', director: 'Siti Rahmah', year: 2025, minutes: 91, country: ['TW', 'MY'], group: 'focus' },
    clogline: '三名移工漁民在陸上只有四十八小時。',
    elogline: 'Three migrant fishermen have forty-eight hours on land.',
    csynopsis:
      '遠洋漁船靠港補給，三位來自不同島嶼的船員有兩天的假。他們要匯錢、要看牙、要視訊、要找一個可以好好睡覺的地方。港口是別人的，海也是借來的，只有友情是自己的。',
    esynopsis:
      'A distant-water vessel calls for supplies, and three crew members from three islands have two days. Money has to be sent home, a tooth has to be seen to, a call has to be made, and somewhere there must be a bed. The harbour belongs to others and the sea is borrowed; only the friendship is their own.',
  },
  {
    ...{ cname: '鐘錶匠的最後一課', ename: 'The Clockmaker’s Last Lesson', director: '陳承恩', year: 2026, minutes: 24, country: ['TW'], group: 'short' },
    clogline: '塔樓的大鐘停了，會修的人只剩一位，和一個不想學的孫子。',
    elogline: 'The tower clock has stopped. One man can mend it, and a grandson who does not want to learn.',
    csynopsis: '八十一歲的鐘錶匠用一個夏天拆開小鎮鐘樓的機芯，一邊教孫子，一邊等他提問。孫子問的第一個問題，是爺爺為什麼要離開奶奶。',
    esynopsis:
      'Over one summer a clockmaker of eighty-one takes apart the works of a small town’s tower, teaching his grandson and waiting for a question. The first one is why he left Grandmother.',
  },
  {
    ...{ cname: '頂樓養蜂人', ename: 'Rooftop Bees', director: '黃思穎', year: 2025, minutes: 18, country: ['TW'], group: 'short' },
    clogline: '公寓頂樓的三箱蜜蜂，讓整棟樓的鄰居開始說話。',
    elogline: 'Three hives on a roof, and a building in which people begin to talk.',
    csynopsis: '失業的工程師在頂樓養了三箱蜜蜂。住戶大會要投票決定去留，開票之前，每一戶都先嘗到了自己陽台的味道。',
    esynopsis:
      'An engineer without work keeps three hives on the roof. The residents are to vote on them; before the count, each household has tasted its own balcony.',
  },
  {
    ...{ cname: '我們的候鳥', ename: 'Our Migrating Birds', director: 'Haruka Mizuno', year: 2026, minutes: 29, country: ['JP', 'TW'], group: 'short' },
    clogline: '黑面琵鷺飛行兩千公里，兩地的孩子交換牠的日記。',
    elogline: 'A spoonbill flies two thousand kilometres, and children at both ends exchange its diary.',
    csynopsis: '曾文溪口與九州的兩所小學，共同認養一隻戴著腳環的黑面琵鷺。牠飛到哪裡，信就寫到哪裡；牠沒有回來的那一年，他們決定去找牠。',
    esynopsis:
      'Two primary schools, at the mouth of the Zengwen River and on Kyushu, have adopted one ringed spoonbill. Where it flies, letters go. The year it does not come back, they decide to look for it.',
  },
  {
    ...{ cname: '鹽田以北', ename: 'North of the Salt Pans', director: '鄭宗翰', year: 2027, minutes: 80, country: ['TW'], group: 'progress' },
    clogline: '廢曬二十年的鹽田，一群年輕人想讓它再白一次。',
    elogline: 'Twenty years after the last harvest, a group of young people want the pans white again.',
    csynopsis: '老鹽工說，鹽是曬出來的，也是等出來的。第一年大雨，第二年大旱，第三年他們終於等到一片薄薄的白。影片仍在拍攝中，本頁為二十分鐘的工作樣片。',
    esynopsis:
      'Salt, the old workers say, is made by sun and by waiting. The first year it rains, the second is a drought, and in the third they see a thin sheet of white. The film is being shot; what is shown here is a work sample.',
  },
  {
    ...{ cname: '修復者', ename: 'The Restorers', director: 'Giulia Ferrante', year: 2027, minutes: 88, country: ['TW', 'IT'], group: 'progress' },
    clogline: '地震之後，一座廟和一座教堂的修復師通起信來。',
    elogline: 'After two earthquakes, the restorers of a temple and of a church begin to write to each other.',
    csynopsis: '一位在花蓮，一位在義大利中部；一位修彩繪，一位修濕壁畫。他們比較裂縫，也比較自己修不好的東西。影片進入剪接，尋找亞洲與歐洲的合作夥伴。',
    esynopsis:
      'One is in Hualien, the other in central Italy; one restores painted beams, the other frescoes. They compare cracks, and what in themselves they cannot mend. The film is being edited and looks for partners in Asia and Europe.',
  },
];

export const viewingIntro = {
  tw: '<p>歡迎來到線上放映室。點選海報即可閱讀介紹與觀看影片，隨時可以離開；下次回來，會從您停下的地方繼續。</p>',
  en: '<p>Welcome to the screening room. Choose a poster to read about a film and to watch it. Leave whenever you like: when you come back, it goes on where you stopped.</p>',
} as const;
