// What stands between a person of the team and a decision: the question before a removal, and what
// keeps the main choice off.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Decision } from './Decision.tsx';

const show = async (given: { question?: string; obstacle?: string }) => {
  const onDecide = vi.fn<(key: string, reason: string) => void>();
  const { obstacle, ...option } = given;
  const screen = await render(
    <Decision
      right="content.decide"
      choices={[
        { key: 'removed', text: 'Remover', main: true, needsReason: true, ...option },
        { key: 'dismissed', text: 'Manter', main: false, needsReason: true },
      ]}
      loading={false}
      obstacle={obstacle}
      onDecide={onDecide}
    />,
  );
  await screen.getByRole('textbox').fill('Contra a regra 3.');
  return { screen, onDecide };
};

test('a removal asks once before it is sent, and another decision does not', async () => {
  const { screen, onDecide } = await show({ question: 'O conteúdo sai do ar.' });
  await screen.getByRole('button', { name: 'Manter' }).click();
  expect(onDecide.mock.calls).toEqual([['dismissed', 'Contra a regra 3.']]);
  await screen.getByRole('button', { name: 'Remover' }).click();
  expect(onDecide).toHaveBeenCalledTimes(1);
  const dialog = screen.getByRole('dialog', { name: 'Remover' });
  await expect.element(dialog.getByText('O conteúdo sai do ar.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect.poll(() => onDecide.mock.calls.at(-1)).toEqual(['removed', 'Contra a regra 3.']);
});

test('a main choice that has an obstacle is disabled beside the reason for it', async () => {
  const { screen } = await show({ obstacle: 'Nada a remover.' });
  await expect.element(screen.getByText('Nada a remover.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Remover' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Manter' })).toBeEnabled();
});
