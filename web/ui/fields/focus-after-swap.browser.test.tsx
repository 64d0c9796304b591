// The focus between a button and the form that takes its place.
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFocusAfterSwap } from './use-focus-after-swap.ts';

const Swap = () => {
  const [open, setOpen] = useState(false);
  const place = useFocusAfterSwap(open);
  return (
    <div ref={place}>
      {open ? (
        <form>
          <input aria-label="name" />
          <button type="button" onClick={() => setOpen(false)}>
            cancel
          </button>
        </form>
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          new
        </button>
      )}
    </div>
  );
};

test('a form that replaces its button has the focus, and gives it back to the button', async () => {
  const screen = await render(<Swap />);
  expect(document.activeElement).toBe(document.body);
  await screen.getByRole('button', { name: 'new' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'name' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'new' })).toHaveFocus();
});
