/** The demo's film, drawn: one picture for each moment. Runs in a browser's page; pure in `t`, so that every run draws the same film. */

export const width = 640;
export const height = 360;
/** seconds, and pictures a second */
export const length = 72;
export const rate = 20;

const horizon = 206;
/** moment → colours of the sky above, of the sky at the hills, of the hills, of the water */
const skies = [
  [0, [18, 26, 58], [236, 142, 92], [38, 34, 62], [58, 44, 72]],
  [20, [10, 18, 46], [122, 78, 104], [24, 26, 52], [26, 28, 58]],
  [34, [5, 9, 28], [20, 30, 66], [10, 14, 34], [9, 14, 36]],
  [50, [8, 14, 40], [56, 66, 112], [18, 24, 52], [20, 30, 62]],
  [64, [96, 140, 186], [252, 214, 168], [70, 84, 108], [112, 136, 156]],
  [72, [150, 190, 220], [255, 236, 206], [104, 122, 138], [158, 182, 192]],
];
/** moment at which each lantern is set on the water, how near it is (0 far, 1 near), and its speed in pixels a second */
const lanterns = [
  [28, 0.55, 15],
  [34, 0.85, 20],
  [40, 0.3, 11],
  [43, 0.7, 17],
  [45, 0.45, 13],
  [47, 0.95, 23],
];

export function draw(ink, t) {
  const [high, low, hill, water] = coloursAt(t);
  paintSky(ink, t, high, low);
  paintHills(ink, hill);
  paintWater(ink, t, water, low);
  paintBoat(ink, t);
  for (const [at, near, speed] of lanterns) paintLantern(ink, t - at, near, speed);
  if (t < 5.5) paintTitle(ink, fade(t, 0.4, 5.5), '河上的燈', 'Lanterns on the River');
  if (t > 65) paintTitle(ink, fade(t, 65.5, 72.5), '劇終', 'The End');
  paintClock(ink, t);
}

function coloursAt(t) {
  const next = Math.max(
    1,
    skies.findIndex(([at]) => at >= t),
  );
  const [before, after] = [skies[next - 1], skies[next]];
  const part = (t - before[0]) / (after[0] - before[0]);
  return before.slice(1).map((colour, which) => colour.map((value, channel) => Math.round(value + (after[which + 1][channel] - value) * part)));
}

const rgb = ([red, green, blue], alpha = 1) => `rgba(${red},${green},${blue},${alpha})`;
const fade = (t, from, to) => Math.max(0, Math.min(1, t - from, to - t));

function paintSky(ink, t, high, low) {
  const sky = ink.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, rgb(high));
  sky.addColorStop(1, rgb(low));
  ink.fillStyle = sky;
  ink.fillRect(0, 0, width, horizon + 2);
  const dark = fade(t, 22, 62);
  for (let star = 0; star < 46; star += 1) {
    const x = (star * 137.5) % width;
    const y = (star * 53.7) % 150;
    ink.fillStyle = rgb([255, 248, 224], dark * (0.35 + 0.3 * Math.sin(star * 3 + Math.floor(t * 2))));
    ink.fillRect(Math.round(x), Math.round(y), star % 5 ? 1 : 2, star % 5 ? 1 : 2);
  }
  // The moon goes over the valley, the sun comes up behind it.
  disc(ink, 120 + t * 5.2, 120 - 70 * Math.sin((t / length) * Math.PI), 17, [252, 244, 214], fade(t, 16, 62));
  disc(ink, 452, 250 - (t - 50) * 5, 26, [255, 226, 168], fade(t, 54, 90));
}

function disc(ink, x, y, radius, colour, alpha) {
  if (alpha <= 0) return;
  const glow = ink.createRadialGradient(x, y, radius * 0.6, x, y, radius * 4);
  glow.addColorStop(0, rgb(colour, 0.4 * alpha));
  glow.addColorStop(1, rgb(colour, 0));
  ink.fillStyle = glow;
  ink.fillRect(x - radius * 4, y - radius * 4, radius * 8, radius * 8);
  ink.fillStyle = rgb(colour, alpha);
  ink.beginPath();
  ink.arc(x, y, radius, 0, 7);
  ink.fill();
}

function paintHills(ink, hill) {
  for (const [layer, rise] of [
    [0, 72],
    [1, 46],
    [2, 24],
  ]) {
    ink.fillStyle = rgb(hill.map((value) => Math.round(value * (1.35 - layer * 0.22))));
    ink.beginPath();
    ink.moveTo(0, horizon);
    for (let x = 0; x <= width; x += 8) {
      const y = horizon - rise * (0.55 + 0.3 * Math.sin(x / (96 - layer * 14) + layer * 2.1) + 0.15 * Math.sin(x / 31 + layer));
      ink.lineTo(x, y);
    }
    ink.lineTo(width, horizon);
    ink.fill();
  }
}

function paintWater(ink, t, water, low) {
  const river = ink.createLinearGradient(0, horizon, 0, height);
  river.addColorStop(0, rgb(low.map((value, channel) => Math.round((value + water[channel]) / 2))));
  river.addColorStop(1, rgb(water.map((value) => Math.round(value * 0.62))));
  ink.fillStyle = river;
  ink.fillRect(0, horizon, width, height - horizon);
  for (let line = 0; line < 26; line += 1) {
    const y = horizon + 4 + line * line * 0.23;
    const x = ((line * 211 + t * (4 + line * 0.9)) % (width + 160)) - 160;
    ink.fillStyle = rgb(low, 0.16);
    ink.fillRect(x, y, 60 + line * 4, 1 + line / 14);
  }
}

function paintBoat(ink, t) {
  const x = 700 - t * 10.5;
  const y = horizon + 26 + Math.sin(t * 0.9) * 1.6;
  ink.fillStyle = 'rgba(12,14,26,0.92)';
  ink.beginPath();
  ink.moveTo(x - 44, y - 6);
  ink.quadraticCurveTo(x, y + 16, x + 48, y - 9);
  ink.lineTo(x + 40, y + 4);
  ink.quadraticCurveTo(x, y + 16, x - 36, y + 4);
  ink.fill();
  ink.fillRect(x + 6, y - 26, 8, 24);
  ink.beginPath();
  ink.arc(x + 10, y - 31, 5, 0, 7);
  ink.fill();
  // She leans on the pole.
  ink.lineWidth = 2;
  ink.strokeStyle = 'rgba(12,14,26,0.92)';
  ink.beginPath();
  ink.moveTo(x + 26 + Math.sin(t) * 5, y - 48);
  ink.lineTo(x + 18, y + 22);
  ink.stroke();
  glow(ink, x - 30, y - 12, 5, 1);
}

function paintLantern(ink, age, near, speed) {
  if (age <= 0) return;
  const x = 590 - age * speed - near * 60;
  const y = horizon + 20 + near * 96 + Math.sin(age * 1.3 + near * 9) * 2;
  const size = 4 + near * 9;
  const alpha = Math.min(1, age / 1.5) * (x < -40 ? 0 : 1);
  for (let ripple = 1; ripple < 6; ripple += 1) {
    ink.fillStyle = rgb([255, 186, 92], (0.26 - ripple * 0.04) * alpha);
    ink.fillRect(x - size * (1 + ripple * 0.12), y + size + ripple * size * 0.8, size * (2 + ripple * 0.24), size * 0.26);
  }
  glow(ink, x, y, size, alpha);
  ink.fillStyle = rgb([255, 216, 142], alpha);
  ink.beginPath();
  ink.moveTo(x - size * 0.7, y - size);
  ink.lineTo(x + size * 0.7, y - size);
  ink.lineTo(x + size, y + size * 0.7);
  ink.lineTo(x - size, y + size * 0.7);
  ink.fill();
}

function glow(ink, x, y, size, alpha) {
  const light = ink.createRadialGradient(x, y, 0, x, y, size * 5);
  light.addColorStop(0, rgb([255, 198, 104], 0.75 * alpha));
  light.addColorStop(1, rgb([255, 160, 70], 0));
  ink.fillStyle = light;
  ink.fillRect(x - size * 5, y - size * 5, size * 10, size * 10);
}

function paintTitle(ink, alpha, cname, ename) {
  ink.fillStyle = `rgba(6,8,18,${0.45 * alpha})`;
  ink.fillRect(0, 96, width, 120);
  ink.textAlign = 'center';
  ink.fillStyle = `rgba(255,246,226,${alpha})`;
  ink.font = '700 46px Film';
  ink.fillText(cname, width / 2, 156);
  ink.font = '700 18px Film';
  ink.fillText(ename, width / 2, 190);
}

/** The running time, by which one sees where a player stands. */
function paintClock(ink, t) {
  const text = `${String(Math.floor(t / 60)).padStart(2, '0')}:${(t % 60).toFixed(1).padStart(4, '0')}`;
  ink.fillStyle = 'rgba(6,8,18,0.6)';
  ink.fillRect(width - 98, 12, 86, 26);
  ink.textAlign = 'left';
  ink.fillStyle = '#fff6e2';
  ink.font = '700 17px Film';
  // Each sign at its own place: the digits do not dance.
  for (const [index, sign] of [...text].entries()) ink.fillText(sign, width - 90 + index * 11.4, 31);
}
