// Which frequent questions are about what someone looks for: the words in any order, without regard
// to accents and capitals.

type Question = { question: string; answer: string };

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** All questions for an empty text. */
export const findQuestions = <Q extends Question>(questions: readonly Q[], text: string): Q[] => {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const said = plain(`${question} ${answer}`);
    return words.every((word) => said.includes(word));
  });
};
