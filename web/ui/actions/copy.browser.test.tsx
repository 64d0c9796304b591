// The button that copies a text, where the browser allows it and where it does not.
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toasts } from '../overlays/Toasts.tsx';
import { CopyButton } from './CopyButton.tsx';

afterEach(() => vi.restoreAllMocks());

const show = (writeText: () => Promise<void>) => {
  // Only the browser's permission is replaced.
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  return render(
    <>
      <CopyButton text="000201" />
      <Toasts />
    </>,
  );
};

test('a text that was copied is said to be copied', async () => {
  const screen = await show(async () => undefined);
  await screen.getByRole('button', { name: 'Copiar' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copiado' })).toBeVisible();
});

test('a browser that refuses to copy is said to have refused', async () => {
  const screen = await show(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
  await screen.getByRole('button', { name: 'Copiar' }).click();
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('O navegador não deixou copiar.');
  await expect.element(screen.getByRole('button', { name: 'Copiar' })).toBeVisible();
});
