/** The sound of the demo's film, made of figures: the river, crickets of the evening, a plucked string of five tones. Nothing is recorded or taken from anybody; every run makes the same. */

export const sampleRate = 48_000;
/** Tones of a pentatonic scale on D, Hz. */
const tones = [146.83, 174.61, 196, 220, 261.63, 293.66];
/** moment of each pluck, s, and its tone */
const plucks = [
  [1.5, 0],
  [2.6, 2],
  [3.4, 3],
  [5.8, 1],
  [9, 4],
  [10.1, 3],
  [11.2, 2],
  [15, 0],
  [16.4, 2],
  [17, 5],
  [21, 3],
  [22.2, 2],
  [25, 0],
  [28.2, 5],
  [29, 4],
  [31, 2],
  [34.2, 3],
  [35, 5],
  [38, 1],
  [40.2, 4],
  [41, 3],
  [43.2, 2],
  [45.2, 5],
  [47.2, 3],
  [48.4, 2],
  [52, 0],
  [55, 2],
  [56.1, 3],
  [57.2, 5],
  [61, 4],
  [62.2, 3],
  [63.4, 2],
  [66, 0],
  [66.6, 3],
  [67.2, 5],
];

/** Samples of one channel, -1 to 1. @param length s */
export function soundOf(length) {
  const all = new Float32Array(length * sampleRate);
  const chance = chances(7);
  river(all, chance);
  crickets(all, length, chance);
  for (const [at, tone] of plucks) pluck(all, at, tones[tone], chance);
  const fade = 1.5 * sampleRate;
  for (let index = 0; index < all.length; index += 1) {
    const edge = Math.min(1, index / fade, (all.length - index) / fade);
    all[index] = Math.tanh(all[index] * 1.4) * edge;
  }
  return all;
}

/** Noise without its high parts, which rises and sinks slowly. */
function river(all, chance) {
  let [low, lower] = [0, 0];
  for (let index = 0; index < all.length; index += 1) {
    const t = index / sampleRate;
    low += 0.06 * (chance() - low);
    lower += 0.004 * (low - lower);
    all[index] += (low - lower) * (0.2 + 0.07 * Math.sin(t * 0.45) + 0.04 * Math.sin(t * 1.7));
  }
}

/** In the dark hours only: three short pulses, then a pause. */
function crickets(all, length, chance) {
  for (let t = 18; t < Math.min(length, 60); t += 0.9 + 0.5 * Math.abs(chance())) {
    const loud = 0.035 * Math.min(1, (t - 18) / 8, (60 - t) / 8);
    for (let pulse = 0; pulse < 3; pulse += 1) {
      const from = Math.floor((t + pulse * 0.07) * sampleRate);
      const samples = 0.04 * sampleRate;
      for (let index = 0; index < samples && from + index < all.length; index += 1)
        all[from + index] += loud * Math.sin((2 * Math.PI * 4_150 * index) / sampleRate) * Math.sin((Math.PI * index) / samples);
    }
  }
}

/** A string by Karplus and Strong: noise that goes round and loses its high parts. */
function pluck(all, at, tone, chance) {
  const ring = Float32Array.from({ length: Math.round(sampleRate / tone) }, () => chance());
  const from = Math.floor(at * sampleRate);
  for (let index = 0; index < 4 * sampleRate && from + index < all.length; index += 1) {
    const place = index % ring.length;
    const next = ring[(place + 1) % ring.length];
    all[from + index] += 0.32 * ring[place];
    ring[place] = 0.4985 * (ring[place] + next);
  }
}

/** -1 to 1, the same ones every time. */
function chances(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
}
