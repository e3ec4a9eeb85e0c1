#!/usr/bin/env node
/**
 * Publishes an example in a project:
 *
 *   OWNER_PASSWORD=… node examples/publish.mjs examples/faq prj_… [--live]
 *
 * Every file of an example is the body of one request, and its path is the address: `tables/answers.json` is sent as
 * `PUT /api/owner/projects/prj_…/tables/answers`. Only `rows/` is different: its files are rows for an empty table.
 * Workflows and rows are for the sandbox; with --live for live. Without it a workflow that is live stays live: taking it out is a
 * decision, which a file makes with "environment": "sandbox".
 * PARLEY_URL and OWNER_EMAIL name another server and another owner.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What the later ones need comes first. */
const order = [
  'calendar.json',
  'tables',
  'rows',
  'connections',
  'operations',
  'receivers',
  'subscriptions',
  'workflows',
  'scenario',
];

const {
  PARLEY_URL = 'http://127.0.0.1:3000',
  OWNER_EMAIL = 'owner@example.com',
  OWNER_PASSWORD,
} = process.env;
const { values, positionals } = parseArgs({ options: { live: { type: 'boolean' } }, allowPositionals: true });
const [folder, project] = positionals;
const environment = values.live ? 'live' : 'sandbox';
if (!folder || !project || !OWNER_PASSWORD || !existsSync(folder)) {
  fail('Usage: OWNER_PASSWORD=… node examples/publish.mjs <folder of the example> <prj_…> [--live]');
}

const session = {};
const ownProject = `/api/owner/projects/${project}`;
await logIn();
const files = order.flatMap(filesOf);
if (files.length === 0) fail(`There is nothing to publish in ${folder}.`);
const published = await environmentsOfWorkflows();
for (const file of files) await put(file);
// Workflows may name each other, so all of them are there before the first is published.
for (const file of files) {
  if (file.startsWith('workflows/')) await publish(file.replace('.json', ''));
  if (file === 'scenario/draft.json') await publish('scenario');
}

/** The files of a folder of the example, or the file itself. */
function filesOf(part) {
  const path = join(folder, part);
  if (!existsSync(path)) return [];
  if (part.endsWith('.json')) return [part];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${part}/${name}`);
}

/** The environments that the workflows of the project have, by slug. */
async function environmentsOfWorkflows() {
  if (!files.some((file) => file.startsWith('workflows/'))) return new Map();
  const { items } = await owner('GET', `${ownProject}/workflows`);
  return new Map(items.map(({ id, environment }) => [id, environment]));
}

/** With its environment always, since a PUT without one means the sandbox. */
function workflowOf(path, body) {
  if (values.live) return { ...body, environment };
  const before = published.get(path.replace('workflows/', ''));
  return { ...body, environment: body.environment ?? before ?? environment };
}

async function put(file) {
  const body = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const path = file.replace('.json', '');
  if (file.startsWith('rows/')) return addRows(path.replace('rows/', ''), body);
  const sent = file.startsWith('workflows/') ? workflowOf(path, body) : body;
  const answer = await owner('PUT', `${ownProject}/${path}`, sent);
  console.log(`PUT ${path}`);
  if (file.startsWith('workflows/')) console.log(`  environment ${sent.environment}`);
  if (file.startsWith('receivers/')) console.log(`  url ${answer.url}\n  secret ${answer.secret}`);
  if (answer.signing_secret !== undefined) console.log(`  signing_secret ${answer.signing_secret}`);
}

async function publish(path) {
  const { version, findings } = await owner('POST', `${ownProject}/${path}/publish`);
  console.log(`POST ${path}/publish\n  version ${version}`);
  for (const { severity, path: at, message } of findings)
    console.log(`  ${severity} ${at.join('.')}: ${message}`);
}

/** Puts rows into a table that never had any, with a key of its own that is then revoked. */
async function addRows(table, rows) {
  const scopes = ['data:read', 'data:write'];
  const { id, key } = await owner('POST', `${ownProject}/keys`, { name: 'Rows of an example', scopes });
  try {
    const path = `/api/v1/projects/${project}/tables/${table}/rows`;
    const headers = { authorization: `Bearer ${key}` };
    const { revision } = await call('GET', `${path}?environment=${environment}&limit=1`, { headers });
    if (revision > 0)
      return console.log(`POST tables/${table}/rows\n  left out: the table has rows of its own`);
    headers['idempotency-key'] = `example-${crypto.randomUUID()}`;
    // With the revision nothing is replaced that somebody else writes meanwhile.
    const { total } = await call('POST', path, {
      headers,
      body: { environment, rows, replace: true, revision },
    });
    console.log(`POST tables/${table}/rows\n  ${total} rows`);
  } finally {
    await owner('DELETE', `${ownProject}/keys/${id}`);
  }
}

async function logIn() {
  const body = { email: OWNER_EMAIL, password: OWNER_PASSWORD };
  const { csrf_token } = await call('POST', '/api/owner/session', { body }, ({ headers }) => {
    session.cookie = headers.getSetCookie()[0].split(';')[0];
  });
  session['x-csrf-token'] = csrf_token;
}

function owner(method, path, body) {
  return call(method, path, { headers: session, body });
}

/** One request. It ends the program with the server's answer if that is no success. */
async function call(method, path, { headers = {}, body }, onAnswer = () => {}) {
  const answer = await fetch(PARLEY_URL + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: JSON.stringify(body),
  }).catch(({ cause }) => fail(`${PARLEY_URL} does not answer: ${cause?.message}`));
  const text = await answer.text();
  if (!answer.ok) fail(`${method} ${path} was answered with ${answer.status}:\n${text}`);
  onAnswer(answer);
  return text === '' ? undefined : JSON.parse(text);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
