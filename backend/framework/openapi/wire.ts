/** What the calls of the API's description answer. Types only. */
import type { JsonSchema } from '#codegen/model.ts';
import type { Bare, Bytes } from '#rules/answer.ts';

export interface OpenApiCalls {
  /** an OpenAPI 3.1 document of what the asker may call; `lang` says its language */
  'GET /api/openapi.json': Bare<JsonSchema>;
  /** its reader, and the reader's files */
  'GET /api/docs': Bytes;
  'GET /api/docs/:file': Bytes;
}
