// Dialogs: where the focus goes and what closes them.
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../theme/tokens.css';
import '../theme/base.css';
import { TextField } from '../fields/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

const Opener = ({ closable = true }: { closable?: boolean }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Dialog title="Title" closable={closable} onClose={() => setOpen(false)}>
          <input aria-label="inside" />
        </Dialog>
      )}
    </>
  );
};

test('a dialog takes the focus, and Esc gives it back to what opened it', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'open' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Title' })).toBeVisible();
  expect(document.querySelector('dialog')?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }).element());
});

test('a dialog without such a field begins at its title and not at the button that closes it', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'open' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Title' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Fechar' })).toHaveFocus();
});

test('a field that asks for the focus has it when the dialog opens', async () => {
  const screen = await render(
    <Dialog title="Title" onClose={() => undefined}>
      <TextField label="before" />
      <TextField label="asks" autoFocus />
    </Dialog>,
  );
  await expect.element(screen.getByRole('textbox', { name: 'asks' })).toHaveFocus();
});

test('the focus never leaves an open dialog for the page behind it', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'open' }).click();
  for (let press = 0; press < 6; press += 1) {
    await userEvent.tab();
    const focused = document.activeElement;
    // The browser's own controls count as outside of every element.
    expect(focused === document.body || document.querySelector('dialog')?.contains(focused)).toBe(
      true,
    );
  }
});

test('a press that begins outside a dialog closes it, and one that begins inside does not', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'open' }).click();
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const inside = screen.getByLabelText('inside').element();
  inside.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(screen.getByRole('dialog')).toBeInTheDocument();
  dialog.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a dialog that must not be interrupted has no close button and ignores Esc', async () => {
  const screen = await render(<Opener closable={false} />);
  await screen.getByRole('button', { name: 'open' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Fechar' }).query()).toBeNull();
});

const confirmDialog = (onConfirm: () => Promise<void>, onClose: () => void) => (
  <ConfirmDialog
    title="Delete?"
    confirmLabel="Delete"
    consequences="I understand"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    It can't be undone.
  </ConfirmDialog>
);

test('a confirmation with consequences waits for its checkbox and closes once it is done', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(async () => undefined);
  const onClose = vi.fn<() => void>();
  const screen = await render(confirmDialog(onConfirm, onClose));
  const button = screen.getByRole('button', { name: 'Delete' });
  await expect.element(button).toBeDisabled();
  await screen.getByLabelText('I understand').click();
  await button.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('a confirmation that fails stays open and can be tried again', async () => {
  const refused = new Error('refused');
  const seen: unknown[] = [];
  const catchIt = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.push(event.reason);
  };
  window.addEventListener('unhandledrejection', catchIt);
  const onClose = vi.fn<() => void>();
  const screen = await render(confirmDialog(async () => Promise.reject(refused), onClose));
  await screen.getByLabelText('I understand').click();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => seen).toEqual([refused]);
  expect(onClose).not.toHaveBeenCalled();
  await expect
    .element(screen.getByRole('button', { name: 'Delete' }))
    .not.toHaveAttribute('aria-busy');
  window.removeEventListener('unhandledrejection', catchIt);
});

test('title and close button of a long dialog stay in view while its end is read', async () => {
  const screen = await render(
    <Dialog title="Long" onClose={() => undefined}>
      <p style={{ height: '300vh' }}>text</p>
      <button type="button">last</button>
    </Dialog>,
  );
  screen.getByRole('button', { name: 'last' }).element().scrollIntoView();
  const title = screen.getByRole('heading', { name: 'Long' });
  await expect.element(title).toBeInViewport();
  // Nothing of the text shows between the edge and the title.
  const dialog = screen.getByRole('dialog').element().getBoundingClientRect();
  const head = title.element().parentElement?.getBoundingClientRect();
  expect(Math.abs((head?.top ?? 0) - dialog.top)).toBeLessThan(3);
  await expect.element(screen.getByRole('button', { name: 'Fechar' })).toBeInViewport();
});

const Steps = () => {
  const [sent, setSent] = useState(false);
  return (
    <Dialog title="Title" onClose={() => undefined}>
      {sent ? (
        <p>sent</p>
      ) : (
        <button type="button" onClick={() => setSent(true)}>
          send
        </button>
      )}
    </Dialog>
  );
};

test('the title has the focus again when what had it is replaced', async () => {
  const screen = await render(<Steps />);
  await screen.getByRole('button', { name: 'send' }).click();
  await expect.element(screen.getByText('sent')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Title' })).toHaveFocus();
});
