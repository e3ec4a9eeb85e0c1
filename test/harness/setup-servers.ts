import type { TestProject } from 'vitest/node';
import { databaseUrl, redisUrl } from './backends.ts';
import { buildFolder, filesFolder, makeTemplate, removeFolders, removeTemplate } from './template.ts';

/** The servers at TEST_DATABASE_URL and TEST_REDIS_URL; each test file gets a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const admin = { connectionString: databaseUrl };
  const template = `parley_test_${process.pid}`;
  await makeTemplate(admin, template);
  removeFolders(); // of a killed run that had this process id
  project.provide('build', buildFolder);
  project.provide('files', filesFolder);
  project.provide('backend', { name: 'servers', admin, template, redisUrl });
  return () => {
    removeFolders();
    return removeTemplate(admin, template);
  };
}
