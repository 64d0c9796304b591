// How many receivers a second get a mass message, and how soon the first of them.
import { type Figure, figureOf } from '../figure.ts';
import { addFollowers, beginMassMessage, watchMassMessage } from '../mass-message.ts';
import { type Stage, onStage } from '../stage.ts';

const FOLLOWERS = 20_000;
const ROUNDS = 5;

const measure = async (stage: Stage): Promise<Figure[]> => {
  await addFollowers(stage, FOLLOWERS);
  const [perSecond, first]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const beganAt = performance.now();
    const message = await beginMassMessage(stage);
    const answeredMs = performance.now() - beganAt;
    const { firstMs, allMs, receivers } = await watchMassMessage(stage, message);
    if (receivers !== FOLLOWERS) throw new Error(`${receivers} of ${FOLLOWERS} have it`);
    // The first begins the missing conversations, which a producer does once with each follower.
    perSecond.push((receivers * 1_000) / (answeredMs + allMs));
    first.push(answeredMs + firstMs);
  }
  const how = `${FOLLOWERS} followers, half of them without a conversation at first, none online; from the call of POST /chats/many to the commit of the last batch, with notices and events; ${ROUNDS} rounds`;
  return [
    figureOf('mass-message-per-second', '/s', perSecond.slice(1), how),
    figureOf(
      'mass-message-new-per-second',
      '/s',
      perSecond.slice(0, 1),
      `the round before, which begins half of the conversations; ${how}`,
    ),
    figureOf('mass-message-first-ms', 'ms', first, `until the first receivers have it; ${how}`),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage(
    {
      fans: 1,
      producers: 1,
      balance: 0,
      pages: false,
      settings: { MASS_MESSAGES_PER_DAY: '100' },
    },
    measure,
  );
