/**
 * Paints the demo's stills: places that a documentary might be about, as light, haze and grain, pixel by pixel from noise. Nothing in them is anybody's photograph.
 * Each scene gives the light at a point of the picture; what a lens and a film add (bloom, vignette, tones, grain) is the same for all. Pure: a seed in, pixels out.
 */

export type Rgb = readonly [red: number, green: number, blue: number];
/** @param u 0 left to 1 right @param v 0 top to 1 bottom; light 0-1 and beyond */
export type Scene = (u: number, v: number) => Rgb;

/** Value noise on a lattice, 0-1, smooth. */
function noise(seed: number): (x: number, y: number) => number {
  const at = (x: number, y: number): number => {
    let hash = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed, 2246822519);
    hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
    return ((hash ^ (hash >>> 16)) >>> 0) / 4294967295;
  };
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [a, b] = [smooth(x - left), smooth(y - top)];
    return mix(mix(at(left, top), at(left + 1, top), a), mix(at(left, top + 1), at(left + 1, top + 1), a), b);
  };
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;
const clamp = (t: number) => Math.min(1, Math.max(0, t));
const step = (from: number, to: number, t: number) => smooth(clamp((t - from) / (to - from)));
const blend = (a: Rgb, b: Rgb, t: number): Rgb => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
const plus = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t];
// map gives an array of any length; of three it gives three, here and below
const rgb = (hex: string): Rgb => [1, 3, 5].map((from) => (Number.parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2) as unknown as Rgb;

/** Noise in octaves. */
function clouds(seed: number, octaves = 5): (x: number, y: number) => number {
  const one = noise(seed);
  return (x, y) => {
    let [sum, size, weight] = [0, 1, 0.5];
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += one(x * size + octave * 17.3, y * size - octave * 9.1) * weight;
      size *= 2.03;
      weight *= 0.5;
    }
    return sum / (1 - 0.5 ** octaves);
  };
}

/** Ridges behind one another, each paler than the one before it, with mist in the valleys. */
export function ridges(seed: number, [sky, low, far, near]: readonly [string, string, string, string], { layers = 6, horizon = 0.42, sun = -1 } = {}): Scene {
  const [top, bottom, pale, dark] = [rgb(sky), rgb(low), rgb(far), rgb(near)];
  const line = clouds(seed, 6);
  const mist = clouds(seed + 5, 5);
  const heights = Array.from({ length: layers }, (_, layer) => (u: number) => {
    const t = layer / (layers - 1);
    return horizon + t * 0.5 - (line(u * (2.2 + t * 1.4) + layer * 31.7, layer * 7.7) - 0.5) * (0.5 - 0.16 * t);
  });
  return (u, v) => {
    let light = blend(top, bottom, step(0, horizon + 0.2, v));
    light = plus(light, bottom, (mist(u * 3, v * 7) - 0.5) * 0.22 * (1 - step(0.3, 0.6, v)));
    if (sun >= 0) light = plus(light, [1, 0.72, 0.42], 0.9 * Math.exp(-((u - sun) ** 2 * 9 + (v - horizon + 0.06) ** 2 * 34)));
    heights.forEach((height, layer) => {
      const under = v - height(u);
      if (under < -0.004) return;
      const t = layer / (layers - 1);
      const stone = blend(pale, dark, t ** 0.85);
      const trees = (noiseOf(u * 220, v * 160 + layer * 90) - 0.5) * 0.12 * t;
      const haze = Math.exp(-Math.max(0, under) * (7 - 3 * t)) * 0.22 + step(0.04, 0.34, under) * (1 - t) * 0.75 * (0.5 + mist(u * 4 + layer, v * 9));
      light = blend(light, blend(plus(stone, stone, trees * 4), bottom, clamp(haze * (1 - 0.35 * t))), step(-0.004, 0.004, under));
    });
    return light;
  };
}
const noiseOf = noise(991);

/** The sea under a low sky, with light on the water and, if asked, a boat with its lamp. */
export function sea(
  seed: number,
  [sky, low, water, lightColour]: readonly [string, string, string, string],
  { horizon = 0.46, sun = 0.62, boat = 0 } = {},
): Scene {
  const [top, bottom, deep, glow] = [rgb(sky), rgb(low), rgb(water), rgb(lightColour)];
  const [cloud, wave, spark] = [clouds(seed, 6), clouds(seed + 3, 4), noise(seed + 9)];
  return (u, v) => {
    if (v < horizon) {
      const t = v / horizon;
      const cover = step(0.42, 0.78, cloud(u * 2.6 + v, (horizon - v) ** 0.6 * 6));
      let light = blend(top, bottom, t ** 1.6);
      light = plus(light, glow, 0.85 * Math.exp(-((u - sun) ** 2 * 7 + (v - horizon) ** 2 * 26)));
      return blend(light, blend(top, glow, 0.18 * t), cover * (0.85 - 0.35 * t));
    }
    const depth = (v - horizon) / (1 - horizon);
    const far = 1 / (0.02 + depth);
    const ripple = wave(u * far * 5.2 + 40, far * 9.5) - 0.5;
    const path = Math.exp(-(((u - sun) / (0.05 + depth * 0.32)) ** 2));
    let light = blend(blend(bottom, deep, step(0, 0.35, depth)), deep, 0.35 + depth * 0.5);
    light = plus(light, glow, ripple * 0.28 * (1 - depth * 0.5));
    const glint = spark(u * far * 26, far * 60) > 0.83 - path * 0.32 ? 1 : 0;
    light = plus(light, glow, path * (0.16 + glint * 0.75 * (0.35 + ripple)));
    if (boat > 0) light = boatAt(light, u, v, boat, horizon);
    return light;
  };
}

function boatAt(light: Rgb, u: number, v: number, x: number, horizon: number): Rgb {
  const [dx, dy] = [(u - x) * 1.78, v - horizon - 0.055];
  const hull = Math.abs(dx) < 0.075 - dy * 0.5 - (dx > 0 ? 0 : 0.012) && dy > -0.012 - Math.max(0, Math.abs(dx) - 0.045) * 0.35 && dy < 0.018;
  const cabin = dx > -0.03 && dx < 0.015 && dy > -0.046 && dy <= -0.008;
  const mast = Math.abs(dx - 0.028) < 0.0016 && dy > -0.12 && dy < 0;
  const lamp = Math.exp(-((dx - 0.028) ** 2 + (dy + 0.108) ** 2) * 2600);
  const dark = hull || cabin || mast ? blend(light, [0.012, 0.014, 0.018], 0.94) : light;
  return plus(dark, [1, 0.82, 0.5], lamp * 1.4 + Math.exp(-((dx - 0.028) ** 2 * 60 + (dy + 0.108) ** 2 * 60)) * 0.1);
}

/** Trunks in fog, near ones dark and sharp. */
export function forest(seed: number, [air, deep, bark]: readonly [string, string, string]): Scene {
  const [fog, shade, wood] = [rgb(air), rgb(deep), rgb(bark)];
  const [haze, rough] = [clouds(seed, 5), clouds(seed + 2, 4)];
  const random = noise(seed + 7);
  const trunks = Array.from({ length: 46 }, (_, index) => {
    const depth = (index / 45) ** 0.7;
    return { x: random(index * 3.7, 1) * 1.2 - 0.1, width: 0.004 + 0.034 * depth ** 2.4, lean: (random(index, 9) - 0.5) * 0.09, depth };
  });
  return (u, v) => {
    const beam = Math.exp(-(((u - 0.58 - (v - 0.2) * 0.25) / 0.2) ** 2)) * (1 - v * 0.55);
    let light = blend(blend(fog, shade, step(0.35, 1.1, v)), fog, beam * 0.65);
    light = plus(light, fog, (haze(u * 4, v * 4) - 0.5) * 0.35);
    for (const { x, width, lean, depth } of trunks) {
      const bend = (rough(v * 2.5, x * 40) - 0.5) * 0.03;
      const side = (u - x - lean * (v - 0.5) - bend) / (width * (0.82 + 0.3 * v));
      if (Math.abs(side) > 1.15) continue;
      const round = 0.55 + 0.45 * side;
      const skin = plus(blend(wood, fog, 0.16 * clamp(round)), wood, (rough(u * 160, v * 26) - 0.5) * 1.2);
      light = blend(light, blend(fog, skin, depth ** 1.3), (1 - step(0.85, 1.1, Math.abs(side))) * (0.28 + 0.72 * depth));
    }
    const floor = step(0.8 + (rough(u * 6, 3) - 0.5) * 0.1, 0.94, v);
    return blend(light, plus(shade, wood, rough(u * 60, v * 90) * 0.8), floor * 0.9);
  };
}

/** A town at night through wet glass: lamps out of focus, drops that turn them upside down. */
export function wetGlass(seed: number, colours: readonly string[]): Scene {
  const random = noise(seed);
  const lights = Array.from({ length: 60 }, (_, index) => ({
    x: random(index * 1.7, 2.1) * 1.78,
    y: 0.22 + random(index * 2.3, 5.4) ** 1.3 * 0.62,
    radius: 0.016 + random(index * 3.1, 8.8) ** 2 * 0.055,
    colour: rgb(colours[Math.floor(random(index * 7.7, 3.3) * colours.length) % colours.length] ?? '#ffffff'),
    power: 0.25 + random(index * 5.5, 1.2) * 0.9,
  }));
  const town = (x: number, y: number): Rgb => {
    let light: Rgb = [0.008 + 0.02 * (1 - y), 0.012 + 0.022 * (1 - y), 0.024 + 0.03 * (1 - y)];
    for (const lamp of lights) {
      const away = Math.hypot(x - lamp.x, y - lamp.y);
      if (away > lamp.radius * 4) continue;
      const disc = (1 - step(lamp.radius * 0.9, lamp.radius * 1.06, away)) * (0.5 + 0.5 * (away / lamp.radius) ** 3);
      light = plus(light, lamp.colour, lamp.power * (disc * 0.62 + 0.06 * Math.exp(-((away / lamp.radius) ** 2) * 0.5)));
    }
    return light;
  };
  const drops = Array.from({ length: 240 }, (_, index) => ({
    x: random(index * 0.9, 31) * 1.78,
    y: random(index * 1.3, 47),
    radius: 0.003 + random(index * 2.9, 59) ** 4 * 0.021,
  }));
  const streak = clouds(seed + 4, 4);
  return (u, v) => {
    const x = u * 1.78;
    for (const drop of drops) {
      const [dx, dy] = [(x - drop.x) / drop.radius, (v - drop.y) / (drop.radius * 1.25)];
      const inside = dx * dx + dy * dy;
      if (inside > 1) continue;
      const seen = town(drop.x - dx * 0.34, drop.y - dy * 0.3);
      return plus(plus(seen, seen, 0.5), [1, 1, 1], Math.exp(-((dx + 0.4) ** 2 + (dy + 0.5) ** 2) * 14) * 0.22 - 0.03 * inside);
    }
    const run = (streak(u * 40, v * 1.2) - 0.5) * 0.02;
    return town(x + run, v + run);
  };
}

/** A hall in the dark: the beam of the projector over heads. */
export function hall(seed: number, [beamColour, screenColour]: readonly [string, string]): Scene {
  const [beam, screen] = [rgb(beamColour), rgb(screenColour)];
  const [smoke, film] = [clouds(seed, 6), clouds(seed + 6, 5)];
  const random = noise(seed + 1);
  const rows = [0.66, 0.77, 0.92].map((y, row) => ({ y, size: 0.05 + row * 0.036, from: random(row, 4) * 0.1 }));
  return (u, v) => {
    const x = u * 1.78;
    let light: Rgb = [0.008, 0.008, 0.01];
    const [sx, sy] = [(x - 0.89) / 0.5, (v - 0.33) / 0.215];
    const onScreen = (1 - step(0.97, 1, Math.abs(sx))) * (1 - step(0.96, 1, Math.abs(sy)));
    const ridge = step(-0.02, 0.02, sy - 0.25 + (film(sx * 1.4 + 8, 2) - 0.5) * 1.1);
    const picture = blend(plus(screen, screen, 0.4 - sy * 0.4), plus([0.02, 0.02, 0.03], screen, 0.1), ridge * 0.88);
    light = blend(light, picture, onScreen);
    light = plus(light, screen, (1 - onScreen) * 0.2 * Math.exp(-(Math.max(0, Math.abs(sx) - 1) ** 2 * 5 + Math.max(0, Math.abs(sy) - 1) ** 2 * 4)));
    const along = clamp((v + 0.02) / 0.4);
    const cone = Math.exp(-(((x - 0.89 - (1 - along) * 0.0) / (0.02 + along * 0.3)) ** 2)) * (1 - along) * 0.5;
    light = plus(light, beam, cone * (0.35 + smoke(u * 6, v * 5)) * 0.42);
    for (const { y, size, from } of rows) {
      const place = Math.floor((x + from) / (size * 2.5));
      const center = (place + 0.5) * size * 2.5 - from + (random(place, y * 40) - 0.5) * size * 0.7;
      if (random(place * 3.3, y * 77) < 0.16) continue;
      const [dx, dy] = [(x - center) / size, (v - y - (random(place, y * 9) - 0.5) * 0.02) / (size * 1.2)];
      const head = dx * dx * 1.35 + dy * dy;
      const shoulders = dy > 0.55 ? (dx / 2) ** 2 + Math.max(0, 1.55 - dy) ** 2 * 0.9 : 9;
      const nearest = Math.min(head, shoulders);
      if (nearest < 1) light = plus([0.004, 0.004, 0.005], screen, 0.22 * step(0.72, 1, nearest) * (dy < 0.3 ? 1 : 0.4));
    }
    return light;
  };
}

/** A wide flat under a high sky, and somebody small upon it. */
export function flat(
  seed: number,
  [sky, low, ground, mark]: readonly [string, string, string, string],
  { horizon = 0.6, figures = [0.63] as readonly number[], furrows = 0 } = {},
): Scene {
  const [top, bottom, earth, dark] = [rgb(sky), rgb(low), rgb(ground), rgb(mark)];
  const [cloud, soil] = [clouds(seed, 6), clouds(seed + 2, 6)];
  return (u, v) => {
    let light: Rgb;
    if (v < horizon) {
      const cover = step(0.46, 0.74, cloud(u * 3.1, ((horizon - v) / horizon) ** 0.7 * 4 + 2));
      light = blend(blend(top, bottom, (v / horizon) ** 1.7), plus(bottom, [1, 1, 1], 0.1), cover * 0.6);
      const hill = horizon - 0.018 - (soil(u * 3, 1) - 0.35) * 0.07;
      if (v > hill) light = blend(light, blend(dark, bottom, 0.62), step(hill, hill + 0.008, v) * 0.9);
    } else {
      const depth = (v - horizon) / (1 - horizon);
      const far = 1 / (0.035 + depth);
      const row = furrows ? Math.sin(((u - 0.46) * far + 0.2) * furrows) * 0.5 + 0.5 : 0;
      const grain = soil(u * far * 7, far * 12);
      light = plus(blend(blend(bottom, earth, step(0, 0.2, depth)), dark, row * 0.55 * step(0.02, 0.25, depth)), earth, (grain - 0.5) * 0.7);
    }
    figures.forEach((x, index) => {
      const size = 0.075 - index * 0.012;
      const foot = horizon + 0.075 - index * 0.02;
      const [dx, dy] = [((u - x) * 1.78) / size, (foot - v) / size];
      const body = dy > 0 && dy < 1.5 && Math.abs(dx) < 0.2 - Math.abs(dy - 0.85) * 0.09;
      const head = dx * dx + (dy - 1.68) ** 2 < 0.024;
      if (body || head) light = blend(light, plus([0.01, 0.01, 0.012], dark, 0.2), 0.93);
      const [lx, ly] = [dx - (foot - v) * -9, (v - foot) / size];
      if (ly > 0 && ly < 0.55 && Math.abs(lx + ly * 0.2) < 0.16) light = blend(light, dark, 0.4 * (1 - ly));
    });
    return light;
  };
}

/** A room where nobody is at the moment: a window, and its light on floor and wall. */
export function room(seed: number, [wall, lightColour]: readonly [string, string], { at = 0.3 } = {}): Scene {
  const [paint, glow] = [rgb(wall), rgb(lightColour)];
  const [dust, cloth] = [clouds(seed, 5), clouds(seed + 3, 5)];
  const pane = (x: number, y: number, left: number, top: number, width: number, height: number): number => {
    const [a, b] = [(x - left) / width, (y - top) / height];
    if (a < 0 || a > 1 || b < 0 || b > 1) return 0;
    const bars = Math.min(Math.abs(a - 0.5), Math.abs(b - 0.36)) < 0.022 || a < 0.03 || a > 0.97 || b < 0.02 || b > 0.98;
    return bars ? 0.04 : 1;
  };
  return (u, v) => {
    const floor = v > 0.76;
    let light = blend([paint[0] * 0.16, paint[1] * 0.16, paint[2] * 0.18], [0.008, 0.007, 0.008], step(0, 1, Math.abs(u - at) * 1.3 + (floor ? 0.25 : 0)));
    light = plus(light, paint, (dust(u * 30, v * 30) - 0.5) * 0.04);
    const window = pane(u, v, at - 0.1, 0.14, 0.2, 0.42);
    if (window > 0) light = blend(light, plus(glow, glow, (cloth(u * 3, v * 6) - 0.35) * 0.5), window);
    const curtain = u > at - 0.16 && u < at - 0.07 && v > 0.08 && v < 0.72 ? 0.7 : 0;
    if (curtain)
      light = blend(light, plus([0, 0, 0], glow, 0.16 + 0.34 * cloth(u * 60 + Math.sin(v * 7) * 0.4, v * 1.2) ** 2), curtain * step(at - 0.17, at - 0.13, u));
    const slide = floor ? (v - 0.76) * 1.6 : 0;
    const cast = floor ? pane(u - 0.16 - slide * 0.9, v, at - 0.06, 0.79, 0.3, 0.17) : pane(u - 0.36 + (v - 0.4) * 0.25, v, at - 0.08, 0.22, 0.17, 0.4) * 0.42;
    light = plus(light, glow, cast * (0.32 + 0.12 * dust(u * 12, v * 12)));
    light = plus(light, glow, 0.16 * Math.exp(-((u - at) ** 2 * 22 + (v - 0.34) ** 2 * 14)));
    if (Math.abs(v - 0.76) < 0.006) light = blend(light, [0.004, 0.004, 0.004], 0.5);
    // A chair with its back to us.
    const [cx, cy] = [(u - at - 0.36) * 1.78, v - 0.6];
    const back = Math.abs(cx) < 0.068 && cy > -0.13 && cy < 0.04 && (Math.abs(cx) > 0.056 || cy < -0.105 || Math.abs(cy + 0.03) < 0.012);
    const seat = Math.abs(cx) < 0.078 && cy > 0.04 && cy < 0.06;
    const legs =
      (Math.abs(Math.abs(cx) - 0.066) < 0.007 || Math.abs(Math.abs(cx) - 0.044) < 0.005) && cy >= 0.06 && cy < 0.245 - Math.abs(Math.abs(cx) - 0.066) * 0.8;
    return back || seat || legs ? plus([0.004, 0.003, 0.003], glow, 0.03 + 0.05 * clamp(0.5 - cx * 4)) : light;
  };
}

/** A street of towers at night, lit windows in a haze. */
export function towers(seed: number, [sky, low, lamp]: readonly [string, string, string]): Scene {
  const [top, bottom, warm] = [rgb(sky), rgb(low), rgb(lamp)];
  const [haze, random] = [clouds(seed, 5), noise(seed + 1)];
  const layers = [0, 1, 2].map((layer) => ({ wide: 0.055 + layer * 0.045, base: 0.3 + layer * 0.12, share: 0.34 - layer * 0.06 }));
  return (u, v) => {
    let light = plus(blend(top, bottom, step(0.1, 0.95, v)), bottom, (haze(u * 3, v * 4) - 0.5) * 0.4);
    layers.forEach(({ wide, base, share }, layer) => {
      const x = u + layer * 0.37;
      const place = Math.floor(x / wide);
      const roof = base + random(place, layer * 13 + 1) * 0.34;
      const gap = (x / wide - place) * wide;
      if (v < roof || gap < wide * 0.05) return;
      const near = (layer + 1) / layers.length;
      light = blend(bottom, [0.012, 0.014, 0.022], 0.35 + 0.6 * near);
      const [cols, rows] = [0.008 + layer * 0.003, 0.013 + layer * 0.005];
      const [col, row] = [Math.floor(gap / cols), Math.floor((v - roof) / rows)];
      const inCell = gap / cols - col > 0.24 && gap / cols - col < 0.8 && (v - roof) / rows - row > 0.3 && (v - roof) / rows - row < 0.78 && row > 0;
      if (inCell && random(col + place * 31, row + layer * 57) < share)
        light = plus(light, blend(warm, [0.6, 0.8, 1], random(col + 7, row + place) ** 3), 0.2 + 0.8 * random(col, row * 3 + place));
      light = blend(light, bottom, 0.3 * (1 - near) + 0.35 * step(0.72, 1.02, v));
    });
    return light;
  };
}

/** Somebody against the light of a window: head, hair and shoulders in shadow, with a rim of light on one side, and nobody's face. Square. */
export function sitter(
  seed: number,
  [wall, window, shade, cloth]: readonly [string, string, string, string],
  { side = 1, lean = 0, hair = 0.2, wide = 0.4 } = {},
): Scene {
  const [back, glow, dark, coat] = [rgb(wall), rgb(window), rgb(shade), rgb(cloth)];
  const [air, weave] = [clouds(seed, 5), clouds(seed + 3, 4)];
  return (u, v) => {
    const away = Math.hypot(u - 0.5 - side * 0.36, (v - 0.3) * 0.8);
    let light = blend(back, glow, Math.exp(-(away ** 2) * 9));
    light = plus(light, glow, (air(u * 3, v * 3) - 0.5) * 0.07);
    const x = u - 0.5 - lean;
    const slope = 0.69 + (Math.abs(x + lean * 0.6) / wide) ** 2.4 * 0.26;
    const neck = step(0.085, 0.075, Math.abs(x) - Math.max(0, v - 0.6) * 0.5) * step(0.5, 0.52, v);
    const shoulders = step(slope - 0.006, slope + 0.006, v);
    const head = Math.hypot(x / 0.135, (v - 0.42) / 0.18);
    const crown = Math.hypot(x / 0.158, (v - 0.39) / 0.195);
    const fall = step(0.38, 0.4, v) * step(0.46 + hair, 0.42 + hair, v) * step(0.164, 0.154, Math.abs(x) - (v - 0.39) * 0.06);
    const rim = (edge: number) => step(0.8, 1, edge) * step(0.02, 0.13, x * side);
    light = blend(light, plus(blend(dark, coat, 0.2), glow, 0.07 * step(0.02, 0.09, x * side)), neck);
    light = blend(light, plus(coat, glow, 0.05 * step(0.05, 0.34, x * side) + (weave(u * 40, v * 30) - 0.5) * 0.03), shoulders);
    light = blend(light, plus(dark, glow, 0.16 * rim(crown) + (weave(u * 30, v * 8) - 0.5) * 0.02), Math.max(1 - step(0.97, 1.03, crown), fall));
    return blend(light, plus(blend(dark, coat, 0.3), glow, 0.2 * rim(head)), (1 - step(0.95, 1.03, head)) * step(0.31, 0.36, v));
  };
}

export interface Grade {
  /** toward these in shadows and lights; '' for none */
  shadows?: string;
  lights?: string;
  /** 0 black and white, 1 as it is */
  colour?: number;
  grain?: number;
  exposure?: number;
}

/** What lens and film add. @returns bytes, three a pixel */
export function develop(
  scene: Scene,
  width: number,
  height: number,
  seed: number,
  { shadows = '', lights = '', colour = 1, grain = 0.05, exposure = 1 }: Grade = {},
): Buffer {
  const raw = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) raw.set(scene((x + 0.5) / width, (y + 0.5) / height), (y * width + x) * 3);
  const bloom = blurred(raw, width, height, Math.round(width / 48));
  const [dark, bright] = [shadows ? rgb(shadows) : undefined, lights ? rgb(lights) : undefined];
  const random = noise(seed + 77);
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const away = Math.hypot(x / width - 0.5, (y / height - 0.5) * 0.8);
      const vignette = 1 - 0.62 * step(0.28, 0.78, away);
      let light: Rgb = [0, 1, 2].map((part) => ((raw[at + part] ?? 0) * 0.86 + (bloom[at + part] ?? 0) * 0.3) * vignette * exposure) as unknown as Rgb;
      light = light.map((value) => 1 - Math.exp(-Math.max(0, value) * 1.45)) as unknown as Rgb;
      const grey = light[0] * 0.3 + light[1] * 0.59 + light[2] * 0.11;
      light = blend([grey, grey, grey], light, colour);
      if (dark) light = plus(light, dark, (1 - grey) ** 3 * 0.16);
      if (bright) light = blend(light, [bright[0] * grey * 1.25, bright[1] * grey * 1.25, bright[2] * grey * 1.25], 0.4 * grey);
      const speck = (random(x * 0.71, y * 0.71) + random(x * 1.3 + 9, y * 1.3) - 1) * grain * (0.55 + 0.9 * (1 - grey));
      for (let part = 0; part < 3; part += 1) out[at + part] = Math.round(255 * clamp(light[part as 0 | 1 | 2] ** (1 / 2.2) + speck));
    }
  return out;
}

/** A box blur, twice along each way. */
function blurred(raw: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = raw;
  for (const [count, other, stepBy, skip] of [
    [width, height, 3, width * 3],
    [height, width, width * 3, 3],
    [width, height, 3, width * 3],
    [height, width, width * 3, 3],
  ] as const) {
    const to = new Float32Array(raw.length);
    for (let line = 0; line < other; line += 1)
      for (let part = 0; part < 3; part += 1) {
        let sum = 0;
        const base = line * skip + part;
        const value = (index: number) => from[base + Math.min(count - 1, Math.max(0, index)) * stepBy] ?? 0;
        for (let index = -radius; index <= radius; index += 1) sum += value(index);
        for (let index = 0; index < count; index += 1) {
          to[base + index * stepBy] = sum / (2 * radius + 1);
          sum += value(index + radius + 1) - value(index - radius);
        }
      }
    from = to;
  }
  return from;
}
