/** Draws the same notice as ui/states.tsx, for places without React. */
export function noticeOf(tone: 'warn' | 'bad', text: string, label: string, onPress: () => void): HTMLElement {
  const box = document.createElement('div');
  box.className = `ui-notice is-${tone}`;
  box.setAttribute('role', tone === 'bad' ? 'alert' : 'status');
  const line = document.createElement('div');
  line.textContent = text;
  const actions = document.createElement('div');
  actions.className = 'ui-actions';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'ui-button is-line';
  button.textContent = label;
  button.onclick = onPress;
  actions.append(button);
  box.append(line, actions);
  return box;
}
