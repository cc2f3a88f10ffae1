/** Settings: the only reader of the environment. Every variable is optional and is checked here, so a wrong one stops the start by name. */

import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lang, Role } from '#codegen/model.ts';
import type { Sites } from '#rules/site.ts';
import { forLang, inEach, languages } from '#rules/words/language.ts';

export interface Config {
  mode: 'production' | 'development';
  port: number;
  host: string;
  databaseUrl: string;
  dataDir: string;
  schemasDir: string;
  /** labels of the objects, and the words of the program */
  localesDir: string;
  /** whether administrators may change the files of both in the browser */
  schemasEdit: boolean;
  /** what is derived at run time: described schemas, compiled validators */
  cacheDir: string;
  /** what the build made: public/ and validators/ */
  distDir: string;
  storageUrl: string;
  /** how long, s, an address is good for by which a player gets a film from the store itself; 0: the server hands it out */
  storageDirect: number;
  /** where backups lie: a folder, or a store */
  backupUrl: string;
  /** 'hh:mm' of the house at which a backup is made each day */
  backupAt: string[];
  /** how many of those stay */
  backupKeep: number;
  /** an empty database in which a backup is tried out, where the account of DATABASE_URL may not make one */
  backupCheckUrl: string | undefined;
  /** the program that makes posters and streams of videos: '' the one on the PATH, 'off' none */
  ffmpeg: string;
  smtpUrl: string | undefined;
  /** without a slash at its end */
  baseUrl: string | undefined;
  sites: Sites;
  ipAccess: boolean;
  /** proxy hops whose forwarding headers are believed */
  trustProxy: number;
  adminPassword: string | undefined;
  demo: boolean;
  publicSecret: string;
  /** keys the hashes of mailed codes and the seals of personal links; of the setting or the data folder, never in the database or a backup of it */
  serverSecret: string;
  /** '' = YouTube's and Vimeo's own, 'off' = nowhere, else one address for both */
  oembedUrl: string;
  passwordMin: number;
  /** how long the address of a protected film is good for where its page is no longer open */
  viewingSeconds: number;
  /** who may do nothing without a second factor */
  factorRoles: Role[];
  /** who signs staff in beside the passwords, by OpenID Connect */
  oidc: OidcSettings | undefined;
  /** calls a minute of one API key */
  keyRate: number;
  /** webhooks may go to addresses of the house's own network */
  webhookPrivate: boolean;
  /** pages of these origins may call by an API key */
  corsOrigins: string[];
  /** days after which a deleted row is gone for good; 0 = never by itself */
  trashDays: number;
  /** whether people get their notices by mail once a day */
  digest: boolean;
  logLevel: string;
  /** who may read /metrics from elsewhere; undefined: this machine alone, where no proxy stands before it */
  metricsToken: string | undefined;
  /** statements that take so many ms are logged; 0: none */
  slowMs: number;
  /** where spans go; undefined: none are made */
  traces: { endpoint: string; service: string; share: number } | undefined;
  /** who prints: name and lines of address, in each language */
  letterhead: Record<Lang, { name: string; lines: string[] }>;
}

export interface OidcSettings {
  /** the issuer, below which its settings lie */
  issuer: string;
  clientId: string;
  /** '' for a public client, which PKCE alone guards */
  clientSecret: string;
  /** on the button */
  name: string;
  /** counts an address that the provider does not call verified: where it is the house's own directory */
  trustEmail: boolean;
}

/** A setting that cannot be used; the message names the variable and what it should be. */
export class ConfigError extends Error {}

/** The project's folder, seen from backend/ and from the built dist/ alike. */
export const root = fileURLToPath(new URL('..', import.meta.url));
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** The specification's minimum; a setting may raise it, never lower it. */
const passwordMinimum = 4;

/** Reads and checks the settings. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const dataDir = resolve(env.DATA_DIR || './data');
  const storageUrl = url(env, 'STORAGE_URL', ['file:', 's3:']) ?? `file:${join(dataDir, 'files')}`;
  const sites = sitesOf(env.SITES);
  return {
    mode: env.NODE_ENV === 'development' ? 'development' : 'production',
    port: integer(env, 'PORT', 8080, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    databaseUrl: databaseUrl(env.DATABASE_URL, dataDir),
    dataDir,
    schemasDir: resolve(env.SCHEMAS_DIR || join(root, 'schemas')),
    localesDir: resolve(env.LOCALES_DIR || join(root, 'locales')),
    schemasEdit: flag(env, 'SCHEMAS_EDIT', true),
    cacheDir: join(dataDir, 'cache'),
    distDir: join(root, 'dist'),
    storageUrl,
    storageDirect: integer(env, 'STORAGE_DIRECT', 0, 0, 604_800),
    backupUrl: url(env, 'BACKUP_URL', ['file:', 's3:']) ?? backupsBeside(storageUrl, dataDir),
    backupAt: timesOf(env.BACKUP_AT),
    backupKeep: integer(env, 'BACKUP_KEEP', 14, 1, 10_000),
    backupCheckUrl: url(env, 'BACKUP_CHECK_URL', ['mysql:', 'mariadb:']),
    ffmpeg: programOf(env, 'FFMPEG'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    baseUrl: url(env, 'BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    sites,
    ipAccess: flag(env, 'IP_ACCESS', Object.keys(sites).length === 0),
    trustProxy: integer(env, 'TRUST_PROXY', 0, 0, 10),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    demo: flag(env, 'DEMO', true),
    publicSecret: env.PUBLIC_SECRET || storedSecret(dataDir, 'public-secret'),
    serverSecret: longSecret(env, 'SERVER_SECRET') ?? storedSecret(dataDir, 'server-secret'),
    oembedUrl: env.OEMBED_URL === 'off' ? 'off' : (url(env, 'OEMBED_URL', ['http:', 'https:']) ?? ''),
    viewingSeconds: integer(env, 'VIEWING_SECONDS', 300, 2, 86_400),
    passwordMin: integer(env, 'PASSWORD_MIN', passwordMinimum, passwordMinimum, 128),
    factorRoles: rolesOf(env.SECOND_FACTOR_ROLES),
    oidc: oidcOf(env),
    webhookPrivate: flag(env, 'WEBHOOK_PRIVATE', false),
    keyRate: integer(env, 'KEY_RATE', 600, 1, 1_000_000),
    corsOrigins: originsOf(env.CORS_ORIGINS),
    trashDays: integer(env, 'TRASH_DAYS', 30, 0, 36_500),
    digest: flag(env, 'DIGEST', true),
    metricsToken: longSecret(env, 'METRICS_TOKEN'),
    slowMs: integer(env, 'SLOW_MS', 0, 0, 3_600_000),
    traces: tracesOf(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    letterhead: letterheadOf(env.LETTERHEAD),
  };
}

function integer(env: Record<string, string | undefined>, name: string, fallback: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ConfigError(`${name} is "${text}"; it should be a whole number from ${least} to ${most}`);
  return value;
}

/** '' and 'off' stay what they are. */
function programOf(env: Record<string, string | undefined>, name: string): string {
  const path = env[name] || '';
  if (path === '' || path === 'off') return path;
  try {
    accessSync(path, constants.X_OK);
  } catch (error) {
    throw new ConfigError(`${name} is "${path}", which cannot be run: ${reasonOf(error)}`);
  }
  return path;
}

function flag(env: Record<string, string | undefined>, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== '0' && text !== '1') throw new ConfigError(`${name} is "${text}"; it should be 0 or 1`);
  return text === '1';
}

function oneOf(env: Record<string, string | undefined>, name: string, fallback: string, values: string[]): string {
  const text = env[name] || fallback;
  if (!values.includes(text)) throw new ConfigError(`${name} is "${text}"; it should be one of ${values.join(', ')}`);
  return text;
}

function url(env: Record<string, string | undefined>, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // The value may hold a password and is not repeated.
    throw new ConfigError(`${name} cannot be read; it should be an address that starts with ${protocols.join(' or ')}`);
  }
  return text;
}

function databaseUrl(text: string | undefined, dataDir: string): string {
  if (!text) return `sqlite:${join(dataDir, 'reelbase.db')}`;
  if (!/^(sqlite:.+|(mysql|mariadb):\/\/.+)/.test(text) || (!text.startsWith('sqlite:') && !URL.canParse(text)))
    throw new ConfigError('DATABASE_URL cannot be read; it should be sqlite:path or mysql://user:password@host/database');
  return text;
}

/** In the data folder; where files are in a store that several servers may share, in that store, so that there is one list of them. */
function backupsBeside(storageUrl: string, dataDir: string): string {
  if (!storageUrl.startsWith('s3:')) return `file:${join(dataDir, 'backups')}`;
  const store = new URL(storageUrl);
  store.pathname = `${store.pathname.replace(/\/+$/, '')}/backups`;
  return store.href;
}

function timesOf(text: string | undefined): string[] {
  const times = (text ?? '').split(',').flatMap((time) => time.trim() || []);
  if (!times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    throw new ConfigError(`BACKUP_AT is "${text}"; it should be times of the day with commas between, 03:30 or 03:30,15:30`);
  return times.sort();
}

function rolesOf(text: string | undefined): Role[] {
  const roles = (text ?? '').split(',').map((role) => role.trim());
  if (!text) return [];
  if (!roles.every((role) => /^\[\w*\]$/.test(role)))
    throw new ConfigError(`SECOND_FACTOR_ROLES is "${text}"; it should be roles with commas between, [],[op]`);
  return roles;
}

function originsOf(text: string | undefined): string[] {
  const origins = (text ?? '').split(',').flatMap((origin) => origin.trim().replace(/\/$/, '') || []);
  const isOrigin = (origin: string) => URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).origin === origin;
  if (!origins.every(isOrigin)) throw new ConfigError(`CORS_ORIGINS is "${text}"; it should be origins with commas between, https://app.example.com`);
  return origins;
}

function oidcOf(env: Record<string, string | undefined>): OidcSettings | undefined {
  const issuer = url(env, 'OIDC_URL', ['https:', 'http:']);
  if (issuer === undefined) return undefined;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new ConfigError('OIDC_URL is no https address; only a provider on this machine may do without');
  if (!env.OIDC_CLIENT_ID) throw new ConfigError('OIDC_CLIENT_ID is missing; OIDC_URL needs the id that the provider gave this place');
  const clientSecret = env.OIDC_CLIENT_SECRET ?? '';
  return { issuer, clientId: env.OIDC_CLIENT_ID, clientSecret, name: env.OIDC_NAME || hostname, trustEmail: flag(env, 'OIDC_TRUST_EMAIL', false) };
}

/** By the usual names of OpenTelemetry. */
function tracesOf(env: Record<string, string | undefined>): Config['traces'] {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/, '');
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(share >= 0 && share <= 1)) throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${env.OTEL_TRACES_SAMPLER_ARG}"; it should be a number from 0 to 1`);
  return endpoint === undefined ? undefined : { endpoint, service: env.OTEL_SERVICE_NAME || 'reelbase', share };
}

function sitesOf(text: string | undefined): Sites {
  if (!text) return {};
  const wrong = () => new ConfigError(`SITES is ${text}; it should be JSON of domain and root path, {"erp.example.com": "/erp"}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong();
  const sites: Sites = {};
  for (const [domain, path] of Object.entries(value)) {
    if (!/^[\w.-]+(:\d+)?$/.test(domain) || typeof path !== 'string' || !path.startsWith('/')) throw wrong();
    sites[domain] = path;
  }
  return sites;
}

/** An invented house, until the setting says who prints. */
const invented = {
  tw: { name: '島嶼潮汐影像有限公司', lines: ['臺北市中正區潮汐路 15 號 3 樓', '統一編號 00000000　電話 +886 2 5550 0100　www.example.com'] },
  en: {
    name: 'Island Tide Pictures Ltd.',
    lines: ['3F, No. 15, Tide Road, Zhongzheng District, Taipei', 'Tax ID 00000000 · Tel. +886 2 5550 0100 · www.example.com'],
  },
};

function letterheadOf(text: string | undefined): Config['letterhead'] {
  if (!text) return inEach((lang) => forLang<Config['letterhead'][Lang]>(invented, lang) ?? invented.en);
  const wrong = () =>
    new ConfigError('LETTERHEAD cannot be read; it should be JSON: {"tw": {"name": "…", "lines": ["…"]}, "en": {"name": "…", "lines": ["…"]}}');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong();
  }
  const given = typeof value === 'object' && value !== null ? (value as Record<string, { name?: unknown; lines?: unknown } | undefined>) : {}; // each part is looked at below
  const of = (lang: Lang): Config['letterhead'][Lang] => {
    const { name, lines } = given[lang] ?? {};
    if (typeof name !== 'string' || !Array.isArray(lines) || !lines.every((line): line is string => typeof line === 'string')) throw wrong();
    return { name, lines };
  };
  const said = Object.fromEntries(languages.filter((lang) => given[lang]).map((lang) => [lang, of(lang)]));
  return inEach((lang) => forLang(said, lang) ?? of(lang));
}

/** Processes that share a database agree on it; a short one could be guessed. */
function longSecret(env: Record<string, string | undefined>, name: string): string | undefined {
  const text = env[name];
  if (text && text.length < 16) throw new ConfigError(`${name} is too short; it should be at least 16 characters that nobody can guess`);
  return text || undefined;
}

/** Why a folder or file of ours cannot be had, in a few words for a sentence. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    EACCES: 'no permission',
    EPERM: 'no permission',
    EROFS: 'it is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    ENOTDIR: 'a file stands in its way',
    EEXIST: 'a file stands in its way',
    ENOENT: 'the folder above it is not there',
  };
  return reasons[code] ?? (code || (error instanceof Error ? error.message : String(error)));
}

/** Secrets outlive a restart, else every open page would get 'Invalid Token', and mailed codes would be wrong. */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  try {
    const stored = readFileSync(file, 'utf8').trim();
    if (stored) return stored;
  } catch {
    // first start
  }
  const made = randomBytes(18).toString('base64url');
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be written to: ${reasonOf(error)}`);
  }
  return made;
}
