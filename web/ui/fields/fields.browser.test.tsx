// Fields and forms: amounts typed from the centavos up, and what is wrong beside what is wrong.
import { useState } from 'react';
import type { Centavos } from '@camarim/contract/money';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CurrencyField } from './CurrencyField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './use-form.ts';

const Amount = ({ onValue }: { onValue: (value: Centavos | null) => void }) => {
  const [value, setValue] = useState<Centavos | null>(null);
  return (
    <CurrencyField
      label="Amount"
      value={value}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
    />
  );
};

test.each([
  ['1990', 1990, 'R$ 19,90'],
  ['5', 5, 'R$ 0,05'],
  ['-12', 12, 'R$ 0,12'],
  ['12,34', 1234, 'R$ 12,34'],
  ['0', null, ''],
  ['99999999999', 999_999_999, 'R$ 9.999.999,99'],
])('typing %s gives %s centavos, shown as %s', async (typed, wanted, shown) => {
  const onValue = vi.fn<(value: Centavos | null) => void>();
  const screen = await render(<Amount onValue={onValue} />);
  const field = screen.getByLabelText('Amount');
  await field.click();
  await userEvent.keyboard(typed);
  expect(onValue.mock.lastCall?.[0] ?? null).toBe(wanted);
  expect((field.element() as HTMLInputElement).value.replaceAll(/\s/g, ' ')).toBe(shown);
});

test('an amount can be deleted to nothing', async () => {
  const onValue = vi.fn<(value: Centavos | null) => void>();
  const screen = await render(<Amount onValue={onValue} />);
  await screen.getByLabelText('Amount').click();
  await userEvent.keyboard('12{Backspace}{Backspace}');
  expect(onValue.mock.lastCall?.[0]).toBeNull();
});

test('a password can be looked at', async () => {
  const screen = await render(<PasswordField label="Secret" name="secret" />);
  await screen.getByRole('button', { name: 'Mostrar a senha' }).click();
  await expect.element(screen.getByLabelText('Secret', { exact: true })).toHaveAttribute('type', 'text');
});

type SubmitValues = (values: Record<'name' | 'code', string>) => Promise<void>;

const Form = ({ submit }: { submit: SubmitValues }) => {
  const { form, errors, problem, busy } = useForm({
    names: ['name', 'code'] as const,
    check: ({ name }) => (name ? {} : { name: 'required' }),
    submit,
    explain: (error) => (error instanceof Error ? error.message : undefined),
  });
  return (
    <form {...form}>
      <TextField label="Name" name="name" error={errors.name} />
      <TextField label="Code" name="code" error={errors.code} />
      <p role="alert">{problem}</p>
      <button type="submit" aria-busy={busy}>
        send
      </button>
    </form>
  );
};

test('what is wrong is said beside its field, which gets the focus, and is forgotten when it is corrected', async () => {
  const submit = vi.fn<SubmitValues>(async () => undefined);
  const screen = await render(<Form submit={submit} />);
  await screen.getByRole('button', { name: 'send' }).click();
  const field = screen.getByLabelText('Name');
  await expect.element(field).toHaveAccessibleDescription('required');
  await expect.element(field).toHaveFocus();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.keyboard('Lia');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

test('a refusal that names a field is shown there, any other above the button', async () => {
  const submit = vi
    .fn<SubmitValues>()
    .mockRejectedValueOnce({ fields: { code: { message: 'taken' } } })
    .mockRejectedValueOnce(new Error('try later'));
  const screen = await render(<Form submit={submit} />);
  await screen.getByLabelText('Name').fill('Lia');
  await screen.getByRole('button', { name: 'send' }).click();
  await expect.element(screen.getByLabelText('Code')).toHaveAccessibleDescription('taken');
  await screen.getByRole('button', { name: 'send' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('try later');
});

test('a form that is under way is not sent twice', async () => {
  let finish = () => undefined as void;
  const submit = vi.fn<SubmitValues>(() => new Promise<void>((resolve) => (finish = resolve)));
  const screen = await render(<Form submit={submit} />);
  await screen.getByLabelText('Name').fill('Lia');
  await screen.getByRole('button', { name: 'send' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'send' })).toHaveAttribute('aria-busy', 'true');
  expect(submit).toHaveBeenCalledOnce();
  finish();
  await expect.element(screen.getByRole('button', { name: 'send' })).toHaveAttribute('aria-busy', 'false');
});
