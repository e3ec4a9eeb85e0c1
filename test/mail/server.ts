import { freePort } from '../fixtures/ports.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** Starts a server that sends mail, at the address to which the links of its mails lead. @param url of the mail server */
export async function startMailingServer(
  url: string,
  environment: Record<string, string> = {},
): Promise<TestServer> {
  const port = await freePort();
  return startTestServer({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: url,
    MAIL_FROM: 'Parley <parley@mail.example>',
    ...environment,
  });
}
