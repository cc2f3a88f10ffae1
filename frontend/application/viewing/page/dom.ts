/** Elements made by a script, without a framework: the viewing pages have none to wait for. */

type Attributes = Record<string, string | number | boolean | undefined>;

/** An element with its attributes (false and undefined leave one out) and its content. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...content.filter((one) => one !== undefined));
  return element;
}

/** A button that does something. */
export function button(attributes: Attributes, press: () => void, ...content: (Node | string | undefined)[]): HTMLButtonElement {
  const element = make('button', { type: 'button', ...attributes }, ...content);
  element.addEventListener('click', press);
  return element;
}

/** Things to be undone when what they belong to goes. */
export class Undoing {
  readonly #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
  }

  /** Listens until the end. */
  on<Event_ extends Event = Event>(target: EventTarget, name: string, listener: (event: Event_) => void): void {
    target.addEventListener(name, listener as (event: Event) => void);
    this.add(() => target.removeEventListener(name, listener as (event: Event) => void));
  }

  run(): void {
    for (const step of this.#steps.splice(0).reverse()) step();
  }
}
