/** Passwords as argon2id hashes: 19 MiB, two passes (safety section 7). */
import { hash, verify } from '@node-rs/argon2';
import { checkPassword } from '#rules/accounts/password.ts';
import { Refusal } from '#rules/words/problem.ts';

/** algorithm 2 is argon2id; the package's enum is a const enum, which single-file compilation cannot read. */
const settings = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Each verification takes 19 MiB and some 20 ms of a core: four at once keep the rest of the server answering. */
const mostAtOnce = 4;
/** Requests beyond this queue are refused and may be tried again. */
const longestQueue = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** The hash to store of a plain password. */
export function hashPassword(plain: string): Promise<string> {
  return amongFew(() => hash(plain, settings));
}

/** The hash of a new password that is as long as the settings ask for. Throws Refusal msg.invalid with the field `pw` (V12). */
export function hasherOf(passwordMin: number): (plain: string) => Promise<string> {
  return async (plain) => {
    const problems = checkPassword(plain, passwordMin);
    if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
    return hashPassword(plain);
  };
}

/** Whether the plain password is the one behind the hash; compared in constant time. A hash that cannot be read matches nothing. */
export async function matchesPassword(stored: string, plain: string): Promise<boolean> {
  return amongFew(() => verify(stored, plain).catch(() => false));
}

let decoy: Promise<string> | undefined;

/** Takes the time of a verification and never succeeds: the answer to an unknown or locked account must not come sooner. */
export async function pretendToVerify(plain: string): Promise<false> {
  decoy ??= hash('no account has this password', settings);
  await matchesPassword(await decoy, plain);
  return false;
}

/** A limit, no queue of a row: so many at once, and the rest in the order they came. @throws Refusal msg.again where too many wait */
async function amongFew<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= longestQueue) throw new Refusal('msg.again');
    await new Promise<void>((resume) => waiting.push(resume));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The place goes to the next in the queue; only an empty queue gives it back.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
