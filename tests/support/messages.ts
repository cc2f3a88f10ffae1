/** The sentences of all refusals, the framework's and the application's, as a reader of each language gets them. */
import enMessages from '#locales/en/messages.json' with { type: 'json' };
import enRefusals from '#locales/en/refusals.json' with { type: 'json' };
import twMessages from '#locales/tw/messages.json' with { type: 'json' };
import twRefusals from '#locales/tw/refusals.json' with { type: 'json' };

export const en = { ...enMessages, ...enRefusals };
export const tw = { ...twMessages, ...twRefusals };
