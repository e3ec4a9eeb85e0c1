import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import type { TestProject } from '../harness/client.ts';
import { buildWidget } from '../harness/console.ts';
import type { TestServer } from '../harness/server.ts';
import { makeChat } from '../webchat/scene.ts';

/** Another website, on its own origin. */
export interface Site {
  url: string;
  /** In the form of a channel's allowed domain. */
  domain: string;
  /** Its content: HTML bodies by path, or bytes with a delay. */
  pages: Map<string, SitePage>;
  close(): Promise<void>;
}

export interface SitePage {
  type?: string;
  body: string | Buffer;
  /** The answer waits for it. */
  after?: Promise<unknown>;
}

export async function startSite(): Promise<Site> {
  await buildWidget();
  const pages = new Map<string, SitePage>();
  const server = createServer(async (request, response) => {
    const page = pages.get(request.url!);
    await page?.after;
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    if (!page) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': page.type ?? 'text/html; charset=utf-8' })
      .end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const domain = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${domain}`,
    domain,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Makes a web chat that a site may show. @returns the id of its channel. */
export async function makeSiteChat(server: TestServer, project: TestProject, site: Site): Promise<string> {
  const settings = { allowed_domains: [site.domain], title: 'Shop' };
  return (await makeChat(server, project, { settings })).id;
}

/** Publishes the scenario of a project. */
export async function publish(server: TestServer, project: TestProject, definition: unknown): Promise<void> {
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition });
  await server.make('POST', `/projects/${project.id}/scenario/publish`);
}

/** A page of a shop with a link before the script and one after it. @param more goes into its head. */
export const shopPage = (script: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${more}</head>
<body><h1>A shop</h1><p><a href="#before">Before</a></p>${script}<p><a href="#after">After</a></p></body></html>`;

/** The texts in the log of a chat, bubble by bubble. */
export const bubbles = (page: { locator(selector: string): Locator }): Promise<string[]> =>
  page.locator('[role=log] .said').allTextContents();
