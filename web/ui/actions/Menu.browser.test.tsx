// The menu by keyboard.
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Menu } from './Menu.tsx';

const setUp = async () => {
  const onSelect = vi.fn<(key: string) => void>();
  const item = (key: string) => ({ key, text: key, onSelect: () => onSelect(key) });
  const screen = await render(
    <Menu label="Options" icon="…" items={[item('copy'), item('report'), item('delete')]} />,
  );
  const button = screen.getByRole('button', { name: 'Options' });
  await button.click();
  return { screen, button, onSelect };
};

test('a menu opens on its first entry, cycles by arrows and returns the focus on Enter', async () => {
  const { screen, button, onSelect } = await setUp();
  await expect.element(screen.getByRole('menuitem', { name: 'copy' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('menuitem', { name: 'delete' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledWith('report');
  await expect.element(button).toHaveFocus();
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
});

test('Esc and a press outside close a menu', async () => {
  const { screen, button, onSelect } = await setUp();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  expect(onSelect).not.toHaveBeenCalled();
});
