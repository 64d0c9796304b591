// The search in the frequent questions.
import { expect, test } from 'vitest';
import { findQuestions } from './find-questions.ts';

const QUESTIONS = [
  { question: 'Como cancelo uma assinatura?', answer: 'Na página de quem você assina.' },
  { question: 'Quando posso sacar?', answer: 'Depois do prazo, para sua chave Pix.' },
];
const found = (text: string) => findQuestions(QUESTIONS, text).map(({ question }) => question);

test.each([
  ['', [0, 1]],
  ['  ', [0, 1]],
  ['assinatura', [0]],
  ['ASSINATURA cancelo', [0]],
  ['pagina', [0]],
  ['pix', [1]],
  ['você chave', []],
  ['boleto', []],
])('the questions found by "%s" have all its words, in question or answer', (text, indexes) => {
  expect(found(text)).toEqual(indexes.map((index) => QUESTIONS[index]?.question));
});
