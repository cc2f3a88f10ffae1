/** Entry of the back office: the framework with the application on it. The only place of the frontend that names both. */
import '#client/stand-in-storage.ts';
import './application/index.tsx';
import { start } from '#admin/main.tsx';

void start();
