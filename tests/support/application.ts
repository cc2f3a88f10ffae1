/** The server is tested with the application on it. */
import '#application/index.ts';
