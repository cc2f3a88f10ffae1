/** What the application adds to the home page. Fetched together with the home page. */
import { homeParts } from '#admin/home/home-parts.ts';
import { Enrolments, Sales } from './overview/Curves.tsx';
import { useWaiting } from './overview/Waiting.tsx';

homeParts.fill({ useWaiting, cards: { enrolments: Enrolments, sales: Sales } });
