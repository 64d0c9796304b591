// Presses and typed text that come before a part of the page answers: public/early.js records them.
import '../public/early.js';
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { markInteractive, repeatEarlyInput, repeatLostPresses } from './early-input.ts';

const Value = createContext(0);
const Balance = ({ onPress }: { onPress: () => void }) => (
  <button type="button" title="Adicionar saldo" onClick={onPress}>
    {use(Value)}
  </button>
);

/** The header as the server sends it, and its code, which `load` brings. */
const header = (onPress: () => void) => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  container.innerHTML =
    '<!--$--><div data-waiting=""><button type="button" title="Adicionar saldo">0</button></div><!--/$-->';
  let load!: () => void;
  const Late = lazy(
    () =>
      new Promise<{ default: typeof Balance }>((resolve) => {
        load = () => resolve({ default: Balance });
      }),
  );
  const page = (value: number) => (
    <Value value={value}>
      <Suspense>
        <div ref={markInteractive} data-waiting="">
          <Late onPress={onPress} />
        </div>
      </Suspense>
    </Value>
  );
  const root = hydrateRoot(container, page(0), { onRecoverableError: () => {} });
  return { container, load: () => load(), update: () => root.render(page(1)) };
};

beforeEach(() => {
  document.documentElement.dataset['ready'] = '';
});

const pressed = () => expect.poll(() => 'earlyPress' in window && window.earlyPress);

test('a press is repeated once the code of its part has loaded', async () => {
  const onPress = vi.fn<() => void>();
  const { container, load } = header(onPress);
  container.querySelector('button')?.click();
  await pressed().toBeTruthy();
  load();
  await expect.poll(() => onPress).toHaveBeenCalledOnce();
});

test('a press is repeated although its part is rendered again before its code has loaded', async () => {
  const onPress = vi.fn<() => void>();
  const { container, load, update } = header(onPress);
  const before = container.querySelector('button');
  before?.click();
  await pressed().toBeTruthy();
  update();
  await expect.poll(() => before?.isConnected).toBe(false);
  load();
  await expect.poll(() => container.querySelector('button')?.textContent).toBe('1');
  await expect.poll(() => onPress).toHaveBeenCalledOnce();
});

/** Half of a press in the middle of a button's place; a button that is gone gets no click. */
const half = (kind: 'mousedown' | 'mouseup', target: Element, place: DOMRect, away = 0): void =>
  void target.dispatchEvent(
    new MouseEvent(kind, {
      bubbles: true,
      clientX: place.x + place.width / 2 + away,
      clientY: place.y + place.height / 2,
    }),
  );

/**
 * Presses the balance, has it rendered again, and ends the press after that or once its code loads.
 */
const pressWhileReplaced = async (
  { container, load, update }: ReturnType<typeof header>,
  { endsAfter, away = 0 }: { endsAfter: 'that' | 'its code'; away?: number },
): Promise<void> => {
  const before = container.querySelector('button');
  if (!before) throw new Error('no button');
  const place = before.getBoundingClientRect();
  half('mousedown', before, place);
  update();
  await expect.poll(() => before.isConnected).toBe(false);
  if (endsAfter === 'its code') {
    load();
    await expect.poll(() => container.querySelector('[data-part]')).not.toBe(null);
  }
  half('mouseup', container.querySelector('button') ?? document.body, place, away);
};

test('a press whose button is rendered again before it ends is repeated once its code has loaded', async () => {
  const onPress = vi.fn<() => void>();
  const page = header(onPress);
  await pressWhileReplaced(page, { endsAfter: 'that' });
  page.load();
  await expect.poll(() => onPress).toHaveBeenCalledOnce();
});

test('a press whose button is replaced by one that responds counts once, unless it ends elsewhere', async () => {
  const stop = repeatLostPresses();
  const [onPress, onLeave] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await pressWhileReplaced(header(onLeave), { endsAfter: 'its code', away: 1_000 });
  await pressWhileReplaced(header(onPress), { endsAfter: 'its code' });
  await expect.poll(() => onPress).toHaveBeenCalledOnce();
  expect(onLeave).not.toHaveBeenCalled();
  stop();
});

test('a press on one part of a list is not repeated on another that has loaded before it', async () => {
  const onPress = vi.fn<(name: string | null) => void>();
  const part = (name: string): HTMLElement => {
    const element = document.createElement('div');
    element.dataset['waiting'] = name;
    element.innerHTML = '<button type="button" title="Opções"></button>';
    element.firstElementChild?.addEventListener('click', () => onPress(name));
    return element;
  };
  const [first, second] = [part('first'), part('second')];
  document.body.replaceChildren(first, second);
  second.querySelector('button')?.click();
  await pressed().toBe(second.firstElementChild);
  onPress.mockClear();
  const again = part('second');
  second.replaceWith(again);
  markInteractive(first);
  repeatEarlyInput(document);
  markInteractive(again);
  await expect.poll(() => onPress).toHaveBeenCalledOnce();
  expect(onPress).toHaveBeenCalledWith('second');
});

/** A form as the server sends it, which `hydrate` hydrates. */
const nameForm = (Fields: ComponentType, onSubmit: (data: FormData) => void) => {
  delete document.documentElement.dataset['ready'];
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <Fields />
      <button type="submit">Salvar</button>
    </form>
  );
  const server = document.createElement('div');
  flushSync(() => createRoot(server).render(form));
  container.innerHTML = server.innerHTML;
  const hydrate = () => {
    hydrateRoot(container, <Ready>{form}</Ready>);
  };
  const element = (selector: string): HTMLElement => {
    const found = container.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  return { container, element, hydrate };
};

const Ready = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
    repeatEarlyInput(document);
  }, []);
  return children;
};

const Controlled = () => {
  const [name, setName] = useState('');
  const [adult, setAdult] = useState(false);
  const [plan, setPlan] = useState('month');
  return (
    <>
      <input name="name" value={name} onChange={({ target }) => setName(target.value)} />
      <input
        type="checkbox"
        name="adult"
        checked={adult}
        onChange={({ target }) => setAdult(target.checked)}
      />
      <select
        name="plan"
        aria-label="Plano"
        value={plan}
        onChange={({ target }) => setPlan(target.value)}
      >
        <option value="month">Mensal</option>
        <option value="year">Anual</option>
      </select>
      <output>{[name, String(adult), plan].join()}</output>
    </>
  );
};

const Uncontrolled = () => (
  <>
    <input name="name" defaultValue="" />
    <input type="checkbox" name="adult" />
    <select name="plan" aria-label="Plano" defaultValue="month">
      <option value="month">Mensal</option>
      <option value="year">Anual</option>
    </select>
  </>
);

test.each([
  ['of React state', Controlled],
  ['of the document', Uncontrolled],
])(
  'fields %s that were filled and submitted before hydration are submitted after it',
  async (_, Fields) => {
    const onSubmit = vi.fn<(data: FormData) => void>();
    const { container, element, hydrate } = nameForm(Fields, onSubmit);
    await userEvent.fill(element('[name=name]'), 'Estúdio');
    await userEvent.click(element('[name=adult]'));
    await userEvent.selectOptions(element('[name=plan]'), 'year');
    await userEvent.click(element('button'));
    hydrate();
    await expect.poll(() => onSubmit).toHaveBeenCalledOnce();
    expect(Object.fromEntries(onSubmit.mock.lastCall?.[0] ?? [])).toMatchObject({
      name: 'Estúdio',
      adult: 'on',
      plan: 'year',
    });
    const state = container.querySelector('output');
    if (state) expect(state.textContent).toBe('Estúdio,true,year');
  },
);

test('a form with an action is submitted by the browser before hydration', () => {
  const { element } = nameForm(Controlled, () => {});
  const form = element('form');
  const stop = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  form.addEventListener('submit', stop);
  const prevented = () => {
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    let before = false;
    form.addEventListener('submit', () => (before = event.defaultPrevented), {
      capture: true,
      once: true,
    });
    form.dispatchEvent(event);
    return before;
  };
  expect(prevented()).toBe(true);
  form.setAttribute('action', '/search');
  expect(prevented()).toBe(false);
});
