// Lighthouse on a producer's page as a visitor on a phone who passed the gate.
import { fillProfiles, publishPosts } from '../content.ts';
import type { Figure } from '../figure.ts';
import { visitsOf } from '../lighthouse.ts';
import { onStage } from '../stage.ts';

const POSTS = 4;

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: 1, balance: 0, pages: true }, async (stage) => {
    await fillProfiles(stage, 1);
    for (let post = 0; post < POSTS; post += 1) await publishPosts(stage, 1);
    return visitsOf('profile', `http://127.0.0.1:${stage.port}/${stage.producers[0]?.domainName}`);
  });
