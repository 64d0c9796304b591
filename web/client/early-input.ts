// Presses and typed text before hydration are not lost: public/early.js records them, and they are
// repeated here.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type WindowWithEarlyInput = Window & {
  earlyPress?: HTMLButtonElement | null | undefined;
  /** Field -> its text, or whether it was ticked. */
  earlyFields?: Map<Field, string | boolean> | undefined;
};

/**
 * The element itself, or the one that took its place: React renders a part again when something
 * that it depends on changes before its code has loaded. A part with a name answers only for
 * itself: the same button can be in each part of a list.
 */
const presentElement = <Element extends Field | HTMLButtonElement>(
  element: Element,
  part: ParentNode & Node,
  name = '',
): Element | undefined => {
  if (element.isConnected) return part.contains(element) ? element : undefined;
  const own = element.closest<HTMLElement>('[data-waiting]')?.dataset['waiting'];
  if (own && own !== name) return undefined;
  return [...part.querySelectorAll<Element>(element.localName)].find((other) =>
    (['className', 'name', 'title', 'ariaLabel'] as const).every(
      (key) => other[key] === element[key],
    ),
  );
};

/** Sets what the person typed so that React's handlers and the forms' library notice a change. */
const repeatField = (field: Field, typed: string | boolean): void => {
  if (field instanceof HTMLInputElement && typeof typed === 'boolean') {
    // React ignores a click that ends in the state that it knows.
    field.checked = !typed;
    field.click();
    return;
  }
  if (field.type !== 'file') {
    // React knows of a value that is set by the element's own setter, and ignores events that end
    // in it: so another value by that one, and the typed one by the setter of the class.
    field.value = typed === '' ? '0' : '';
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, typed);
  }
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
};

const repeatFields = (
  fields: Map<Field, string | boolean>,
  part: ParentNode & Node,
  name?: string,
): void => {
  for (const [field, typed] of fields) {
    const present = presentElement(field, part, name);
    if (!present || present.closest('[data-waiting]')) continue;
    fields.delete(field);
    repeatField(present, typed);
  }
};

/** Call when `part` is hydrated. Parts inside it that are not call it themselves. */
export const repeatEarlyInput = (part: ParentNode & Node, name?: string): void => {
  const { earlyPress, earlyFields } = window as WindowWithEarlyInput;
  // Not while React is still at it.
  if (earlyFields) queueMicrotask(() => repeatFields(earlyFields, part, name));
  const button = earlyPress && presentElement(earlyPress, part, name);
  if (!button || button.closest('[data-waiting]')) return;
  (window as WindowWithEarlyInput).earlyPress = undefined;
  // After React has shown what the fields hold.
  setTimeout(() => button.click());
};

/**
 * Ref of a part of the page that is hydrated later than the rest; its element has `data-waiting`
 * until then.
 */
export const markInteractive = (part: HTMLElement | null): void => {
  if (!part?.hasAttribute('data-waiting')) return;
  const name = part.dataset['waiting'] ?? '';
  part.removeAttribute('data-waiting');
  part.dataset['part'] = name;
  repeatEarlyInput(part, name);
};

/**
 * Call when the page is hydrated: a press that lost its button (public/early.js) is repeated at
 * once where the part is hydrated, too. Returns what ends it.
 */
export const repeatLostPresses = (): (() => void) => {
  const repeat = (): void => {
    repeatEarlyInput(document);
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]'))
      repeatEarlyInput(part, part.dataset['part']);
  };
  window.addEventListener('lostpress', repeat);
  return () => window.removeEventListener('lostpress', repeat);
};
