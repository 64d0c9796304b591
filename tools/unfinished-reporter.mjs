// Vitest reporter: keeps a file with the names of the test files that have begun and not ended, so
// that the runner can name what hangs. UNFINISHED_FILE says where.
import { writeFileSync } from 'node:fs';

export default class UnfinishedReporter {
  #open = new Set();

  #write() {
    const file = process.env.UNFINISHED_FILE;
    if (file) writeFileSync(file, [...this.#open].join('\n'));
  }

  /** @param {import('vitest/node').TestModule} testModule */
  onTestModuleStart({ moduleId }) {
    this.#open.add(moduleId);
    this.#write();
  }

  /** @param {import('vitest/node').TestModule} testModule */
  onTestModuleEnd({ moduleId }) {
    this.#open.delete(moduleId);
    this.#write();
  }
}
