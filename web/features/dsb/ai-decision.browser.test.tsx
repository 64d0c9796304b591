// The form of a decision about a label of AI: a label, or taking the decision back, always with a
// reason.
import type { AiChoice } from '@camarim/contract/limits';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AiDecision } from './AiDecision.tsx';

const show = async () => {
  const onDecide = vi.fn<(decision: { ai: AiChoice | null; reason: string }) => void>();
  const screen = await render(
    <AiDecision ai={{ label: 'altered' }} loading={false} problem={null} onDecide={onDecide} />,
  );
  return { screen, onDecide };
};

test.each([
  ['Gerado por IA', 'generated'],
  ['Sem decisão da equipe', null],
] as const)('the choice "%s" is sent with its reason', async (choice, ai) => {
  const { screen, onDecide } = await show();
  const select = screen.getByRole('combobox');
  const option = [...document.querySelectorAll('option')].find(({ text }) =>
    text.startsWith(choice),
  );
  await userEvent.selectOptions(select, option as HTMLOptionElement);
  await userEvent.type(screen.getByRole('textbox'), 'Foi engano.');
  await userEvent.click(screen.getByRole('button'));
  expect(onDecide.mock.calls).toEqual([[{ ai, reason: 'Foi engano.' }]]);
});

test('an AI decision can’t be sent without a reason', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('button')).toBeDisabled();
});
