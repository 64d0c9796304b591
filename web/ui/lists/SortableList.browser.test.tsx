// Putting a list in order by the keyboard, by dragging, and by buttons.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { m } from '../../paraglide/messages.js';
import { withMove } from './sort-rules.ts';
import { SortableList } from './SortableList.tsx';

const moved = vi.fn<(from: number, to: number) => void>();

const Letters = () => {
  const [letters, setLetters] = useState(['a', 'b', 'c']);
  return (
    <SortableList
      label="Letras"
      items={letters}
      keyOf={(letter) => letter}
      layout="row"
      onMove={(from, to) => {
        moved(from, to);
        setLetters(withMove(letters, from, to));
      }}
    >
      {(letter, sort) => (
        <li key={letter} {...sort?.item}>
          {sort?.handle}
          <span>{letter}</span>
          {sort?.earlier}
          {sort?.later}
        </li>
      )}
    </SortableList>
  );
};

const show = async () => {
  moved.mockReset();
  const screen = await render(<Letters />);
  const list = screen.getByRole('list', { name: 'Letras' }).element();
  return {
    screen,
    order: () => [...list.querySelectorAll('span')].map((span) => span.textContent).join(''),
    itemOf: (letter: string) =>
      [...list.children].find(
        (item) => item.querySelector('span')?.textContent === letter,
      ) as Element,
    handle: (number: number) =>
      screen.getByRole('button', { name: m.sort_handle({ number, total: 3 }) }),
  };
};

test('space lifts an item, arrows move it, space drops it, and each is announced', async () => {
  const { screen, order, handle } = await show();
  (handle(1).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect
    .element(screen.getByText(m.sort_lifted({ number: 1, total: 3 })))
    .toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(screen.getByText(m.sort_at({ number: 3, total: 3 }))).toBeInTheDocument();
  expect(moved).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  expect(moved.mock.calls).toEqual([[0, 2]]);
  expect(order()).toBe('bca');
  await expect
    .element(screen.getByText(m.sort_dropped({ number: 3, total: 3 })))
    .toBeInTheDocument();
  await expect.element(handle(3)).toHaveFocus();
});

test('Esc puts a lifted item back', async () => {
  const { screen, order, handle } = await show();
  (handle(3).element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowLeft}{Escape}');
  await expect.element(screen.getByText(m.sort_cancelled())).toBeInTheDocument();
  expect([order(), moved.mock.calls.length]).toEqual(['abc', 0]);
});

test('the buttons move an item by one, and not over an end', async () => {
  const { screen, order } = await show();
  await screen.getByRole('button', { name: m.sort_later({ number: 1 }) }).click();
  expect(order()).toBe('bac');
  await screen.getByRole('button', { name: m.sort_earlier({ number: 1 }) }).click({ force: true });
  expect([order(), moved.mock.calls.length]).toEqual(['bac', 1]);
});

const middleOf = (item: Element) => {
  const { left, top, width, height } = item.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
};
const fire = (type: string, item: Element, at: object, pointerType: string) =>
  item.dispatchEvent(
    new PointerEvent(type, { ...at, pointerType, pointerId: 1, button: 0, bubbles: true }),
  );

test('a mouse drags at once, and a finger after a long press, before which it scrolls', async () => {
  // Made-up pointers can't be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
  const { order, itemOf } = await show();
  const [a, b, c] = ['a', 'b', 'c'].map(itemOf) as [Element, Element, Element];
  fire('pointerdown', a, middleOf(a), 'mouse');
  fire('pointermove', a, middleOf(b), 'mouse');
  fire('pointermove', a, middleOf(c), 'mouse');
  fire('pointerup', a, middleOf(c), 'mouse');
  await expect.poll(() => order()).toBe('bca');
  fire('pointerdown', b, middleOf(b), 'touch');
  fire('pointermove', b, middleOf(c), 'touch');
  fire('pointerup', b, middleOf(c), 'touch');
  expect([order(), moved.mock.calls.length]).toEqual(['bca', 1]);
  fire('pointerdown', b, middleOf(b), 'touch');
  await expect.poll(() => b).toHaveAttribute('data-lifted');
  fire('pointermove', b, middleOf(c), 'touch');
  fire('pointerup', b, middleOf(c), 'touch');
  await expect.poll(() => order()).toBe('cba');
  vi.restoreAllMocks();
});
