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

const Amount = ({
  onValue,
  whole = false,
  first = null,
}: {
  onValue: (value: Centavos | null) => void;
  whole?: boolean;
  first?: Centavos | null;
}) => {
  const [value, setValue] = useState<Centavos | null>(first);
  return (
    <CurrencyField
      label="Amount"
      whole={whole}
      value={value}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
    />
  );
};

test('an amount of a few centavos says how its reais are typed, and one of reais does not', async () => {
  const screen = await render(<Amount onValue={() => undefined} />);
  const field = screen.getByLabelText('Amount');
  await field.fill('3');
  await expect
    .element(field)
    .toHaveAccessibleDescription(
      'Os dois últimos dígitos são centavos: para R$\u00a03,00, digite 300.',
    );
  await field.fill('300');
  await expect.element(field).not.toHaveAccessibleDescription();
});

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

test('a digit goes to the end of an amount, wherever the person pressed', async () => {
  const onValue = vi.fn<(value: Centavos | null) => void>();
  const screen = await render(<Amount onValue={onValue} first={1_200 as Centavos} />);
  const field = screen.getByLabelText('Amount');
  await field.click({ position: { x: 4, y: 10 } });
  await userEvent.keyboard('5');
  expect(onValue.mock.lastCall?.[0]).toBe(12_005);
  (field.element() as HTMLInputElement).setSelectionRange(2, 2);
  await new Promise(requestAnimationFrame);
  await userEvent.keyboard('0');
  expect(onValue.mock.lastCall?.[0]).toBe(120_050);
});

test('an amount that is selected is replaced by what is typed', async () => {
  const onValue = vi.fn<(value: Centavos | null) => void>();
  const screen = await render(<Amount onValue={onValue} first={1_200 as Centavos} />);
  await screen.getByLabelText('Amount').click();
  await userEvent.keyboard('{Control>}a{/Control}990');
  expect(onValue.mock.lastCall?.[0]).toBe(990);
});

test.each([
  ['60', 6_000, 'R$ 60'],
  ['1500', 150_000, 'R$ 1.500'],
  ['0', 0, 'R$ 0'],
])(
  'typing %s into a field of whole reais gives %s centavos, shown as %s',
  async (typed, wanted, shown) => {
    const onValue = vi.fn<(value: Centavos | null) => void>();
    const screen = await render(<Amount onValue={onValue} whole />);
    const field = screen.getByLabelText('Amount');
    await field.click();
    await userEvent.keyboard(typed);
    expect(onValue.mock.lastCall?.[0]).toBe(wanted);
    expect((field.element() as HTMLInputElement).value.replaceAll(/\s/g, ' ')).toBe(shown);
  },
);

test('an amount can be cleared and typed again', async () => {
  const onValue = vi.fn<(value: Centavos | null) => void>();
  const screen = await render(<Amount onValue={onValue} first={6_000 as Centavos} whole />);
  await screen.getByLabelText('Amount').fill('');
  expect(onValue.mock.lastCall?.[0]).toBeNull();
  await userEvent.keyboard('6');
  expect(onValue.mock.lastCall?.[0]).toBe(600);
});

test('a typed password can be shown', async () => {
  const screen = await render(<PasswordField label="Secret" name="secret" />);
  await screen.getByRole('button', { name: 'Mostrar a senha' }).click();
  await expect
    .element(screen.getByLabelText('Secret', { exact: true }))
    .toHaveAttribute('type', 'text');
});

type SubmitValues = (values: Record<'name' | 'code', string>) => Promise<void>;

const Form = ({ submit }: { submit: SubmitValues }) => {
  const { form, errors, problem, submitting } = useForm({
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
      <button type="submit" aria-busy={submitting}>
        send
      </button>
    </form>
  );
};

test('an error is shown beside its field, which gets the focus, until it is corrected', async () => {
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

test('a refusal that names a field is shown at the field, any other above the button', async () => {
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

test('a form is not sent again while it is being submitted', async () => {
  let finish = () => undefined as void;
  const submit = vi.fn<SubmitValues>(() => new Promise<void>((resolve) => (finish = resolve)));
  const screen = await render(<Form submit={submit} />);
  await screen.getByLabelText('Name').fill('Lia');
  await screen.getByRole('button', { name: 'send' }).click();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('button', { name: 'send' }))
    .toHaveAttribute('aria-busy', 'true');
  expect(submit).toHaveBeenCalledOnce();
  finish();
  await expect
    .element(screen.getByRole('button', { name: 'send' }))
    .toHaveAttribute('aria-busy', 'false');
});

test('a date field is marked as empty until it has a day, from a press or from code', async () => {
  const screen = await render(<TextField label="De" type="date" />);
  const field = screen.getByLabelText('De');
  await expect.element(field).toHaveAttribute('data-empty');
  await field.fill('2026-03-10');
  await expect.element(field).not.toHaveAttribute('data-empty');
  await field.fill('');
  await expect.element(field).toHaveAttribute('data-empty');
  await screen.rerender(<TextField label="De" type="date" value="2026-03-10" readOnly />);
  await expect.element(field).not.toHaveAttribute('data-empty');
});
