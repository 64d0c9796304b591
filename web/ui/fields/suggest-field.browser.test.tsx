// The combobox of a search: what it says to screen readers, its keys, and the form without them.
import { createRoutesStub, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Suggestion, SuggestField } from './SuggestField.tsx';

const SUGGESTIONS: Suggestion[] = ['iris', 'irisado'].map((name) => ({
  key: name,
  to: `/${name}`,
  icon: null,
  text: name,
}));

const Address = () => {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
};

const shown = (suggestions = SUGGESTIONS) => {
  const typed: string[] = [];
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <>
          <SuggestField
            label="Buscar"
            action="/search"
            name="q"
            maxLength={20}
            suggestions={suggestions}
            status="2 sugestões"
            onType={(text) => typed.push(text)}
          />
          <Address />
        </>
      ),
    },
  ]);
  return render(<Stub />).then((screen) => ({
    screen,
    typed,
    field: screen.getByRole('combobox'),
  }));
};

test('the list opens while one types and is announced', async () => {
  const { screen, typed, field } = await shown();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(field, 'ir');
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  expect(typed).toEqual(['i', 'ir']);
  expect(screen.getByRole('option').elements()).toHaveLength(2);
  await expect.element(screen.getByRole('status')).toHaveTextContent('2 sugestões');
});

test('arrows go through the list and back to the field, and Enter opens the suggestion', async () => {
  const { screen, field } = await shown();
  await userEvent.type(field, 'ir');
  const active = () => {
    const id = field.element().getAttribute('aria-activedescendant');
    return id && document.querySelector(`[id="${id}"]`)?.textContent;
  };
  const walked = [];
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}']) {
    await userEvent.keyboard(key);
    walked.push(active());
  }
  expect(walked).toEqual(['iris', 'irisado', null, 'irisado']);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('/irisado', { exact: true })).toBeInTheDocument();
});

test('Escape closes the list and keeps the text, and Enter without a choice searches for it', async () => {
  const { screen, field } = await shown();
  await userEvent.type(field, 'ir');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveValue('ir');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('/search?q=ir')).toBeInTheDocument();
});

test('a press on a suggestion opens it', async () => {
  const { screen, field } = await shown();
  await userEvent.type(field, 'ir');
  await screen.getByRole('option').first().click();
  await expect.element(screen.getByText('/iris', { exact: true })).toBeInTheDocument();
});

test('a field without suggestions opens no list', async () => {
  const { field } = await shown([]);
  await userEvent.type(field, 'ir');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
});
