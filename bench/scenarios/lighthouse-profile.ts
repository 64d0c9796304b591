// Lighthouse on a producer's page as a visitor on a phone.
import { publishPosts } from '../content.ts';
import type { Figure } from '../figure.ts';
import { scoresOf } from '../lighthouse.ts';
import { onStage } from '../stage.ts';

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: 1, balance: 0, pages: true }, async (stage) => {
    await publishPosts(stage, 1);
    return scoresOf(
      'lighthouse-profile',
      `http://127.0.0.1:${stage.port}/${stage.producers[0]?.domainName}`,
    );
  });
