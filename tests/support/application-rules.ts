/** Rules are tested as the server and the browser ask them: with the application's. */
import '#application/rules.ts';
