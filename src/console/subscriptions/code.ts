/** How an endpoint checks that a notification is from here (docs/webhooks.md). */

export const verifyInNode = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SIGNING_SECRET); // whsec_…

createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    console.log(request.headers['webhook-id'], event.type, event.data.subject.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(4000);`;

export const verifyInPython = `import base64, hashlib, hmac, time

def is_genuine(secret: str, headers, body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    at = headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{at}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Several stand side by side while the secret is being changed.
    return any(hmac.compare_digest(right, each) for each in headers["webhook-signature"].split())`;
