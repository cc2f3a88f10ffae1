// Threads do not inherit tsx on every Node we support: this file registers it and hands over to the TypeScript beside it.
import { register } from 'tsx/esm/api';

register();
await import('./lines.ts');
