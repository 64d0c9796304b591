// An overlay whose code loads late: what is seen until it is there.
import { lazy, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../theme/tokens.css';
import '../theme/base.css';
import { Dialog } from './Dialog.tsx';
import { LateOverlay } from './LateOverlay.tsx';

const loading = Promise.withResolvers<{ default: () => ReactNode }>();
const Late = lazy(() => loading.promise);

const Opener = () => {
  const [open, setOpen] = useState(false);
  return (
    <Dialog title="Title" onClose={() => undefined}>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <LateOverlay>
          <Late />
        </LateOverlay>
      )}
    </Dialog>
  );
};

test('a spinner covers the page and the dialog that opened an overlay while it loads', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'open' }).click();
  const shape = screen.getByRole('status');
  await expect.element(shape).toBeVisible();
  await expect.poll(() => getComputedStyle(shape.element()).opacity).toBe('1');
  for (const [x, y] of [
    [2, 2],
    [window.innerWidth - 40, window.innerHeight - 2],
  ] as const)
    expect(document.elementFromPoint(x, y)).toBe(shape.element());

  loading.resolve({ default: () => <p>loaded</p> });
  await expect.element(screen.getByText('loaded')).toBeVisible();
  expect(shape.query()).toBeNull();
});
