/** What the calls of webhooks answer (decision 076). Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC, '' for never. */
import type { Role } from '#codegen/model.ts';
import type { WebhookConditions, WebhookEvents } from '#rules/webhook.ts';

export interface ShownWebhook {
  id: string;
  name: string;
  url: string;
  events: WebhookEvents;
  when: WebhookConditions;
  /** objects whose condition does not suit them any more: nothing of them is told */
  unfit: string[];
  /** whose sight the rows that it sends have */
  roles: Role[];
  isOn: boolean;
  madeBy: string;
  madeAt: string;
  /** since when nothing was taken, while messages wait */
  failingSince: string;
  /** when the waiting message is tried again */
  nextAt: string;
  /** switched off by itself, since nothing was taken for days */
  endedAt: string;
}

/** GET /api/webhooks; with the objects and roles that one can be made for. */
export interface Webhooks {
  hooks: ShownWebhook[];
  roles: Role[];
  objects: string[];
}

/** A message that was sent, or that could not be. */
export interface ShownDelivery {
  id: string;
  /** names the message at each of its tries: webhook-id */
  message: string;
  /** 'film.update' */
  type: string;
  row: string;
  at: string;
  /** of the answer; 0 where none came */
  status: number;
  /** until the answer */
  ms: number;
  isTaken: boolean;
  /** the beginning of the answer, or why there was none */
  answer: string;
}

/** A webhook as it is made and saved. */
export interface WebhookOrder {
  name: string;
  url: string;
  events: WebhookEvents;
  when?: WebhookConditions;
  roles: Role[];
  isOn: boolean;
}

/**
 * @group administration
 * @for administrators
 */
export interface WebhookCalls {
  /** @id webhooks */
  'GET /api/webhooks': Webhooks;
  /**
   * `secret`: what messages are signed with, in this answer and nowhere else
   * @id makeWebhook
   */
  'POST /api/webhooks': { id: string; secret: string };
  /** @id saveWebhook */
  'PUT /api/webhooks/:id': { id: string };
  /** @id removeWebhook */
  'DELETE /api/webhooks/:id': { id: string };
  /**
   * sends a message of the type 'ping' now
   * @id testWebhook
   */
  'POST /api/webhooks/:id/test': ShownDelivery;
  /**
   * the newest hundred
   * @id deliveries
   */
  'GET /api/webhooks/:id/deliveries': ShownDelivery[];
  /**
   * sends that message once more, as it was
   * @id replayDelivery
   */
  'POST /api/webhooks/:id/deliveries/:delivery/replay': ShownDelivery;
}

/** What the calls are sent. */
export interface WebhookBodies {
  'POST /api/webhooks': WebhookOrder;
  'PUT /api/webhooks/:id': WebhookOrder;
}
