/**
 * The public site's controls: label above, help and problem in words below, at least 44 px to touch. Their colours follow their surroundings, light
 * or dark.
 */
import './ui.css';

export { Boundary } from './Boundary.tsx';
export { Button, ButtonLink, type ButtonLook } from './Button.tsx';
export { Dialog } from './Dialog.tsx';
export { CheckField, type Choice, SelectField, TextArea, TextField } from './fields.tsx';
export { PrivacyLine } from './PrivacyLine.tsx';
export { part } from './part.tsx';
export { dropPlaceholder, keepPlaceholder, Notice, type NoticeTone, Placeholder, Progress, Spinner } from './states.tsx';
export { TextToCopy } from './TextToCopy.tsx';
export { useSiteFacts } from './use-site-facts.ts';
