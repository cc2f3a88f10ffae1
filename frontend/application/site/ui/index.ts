/** The public site's controls: label above, help and error in words under it, 44 px to touch, light and dark by their surroundings. */
import './ui.css';

export { Boundary } from './Boundary.tsx';
export { Button, ButtonLink, type ButtonLook } from './Button.tsx';
export { Dialog } from './Dialog.tsx';
export { CheckField, type Choice, SelectField, TextArea, TextField } from './fields.tsx';
export { part } from './part.tsx';
export { Notice, type NoticeTone, Progress, Spinner } from './states.tsx';
export { TextToCopy } from './TextToCopy.tsx';
export { useSiteFacts } from './use-site-facts.ts';
