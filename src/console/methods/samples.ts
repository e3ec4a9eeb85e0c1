import type { Version } from './methods.ts';

/** Calls of a version in four languages. Each takes the key from the environment, and waits for the result. */

type Field = Version['input'][number];

function sampleOf({ type, default: initial, enum: options, minimum }: Field): unknown {
  if (initial !== undefined) return initial;
  if (options && options.length > 0) return options[0];
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'array' ? [] : {};
}

/** An example of the body of a call: a value for each field. */
export const sampleBody = ({ input }: Version): Record<string, unknown> =>
  Object.fromEntries(input.map((field) => [field.name, sampleOf(field)]));

export const languages = ['curl', 'javascript', 'python', 'php'] as const;
export type CodeLanguage = (typeof languages)[number];

export const languageNames: Record<CodeLanguage, string> = {
  ...{ curl: 'curl', javascript: 'JavaScript', python: 'Python', php: 'PHP' },
};

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** JSON in a text of PHP between single quotes. */
const inPhp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

const writers: Record<CodeLanguage, (server: string, path: string, body: string) => string> = {
  curl: (server, path, body) => `curl -X POST ${quoted(server + path)} \\
  -H "Authorization: Bearer $METHOD_KEY" \\
  -H 'Content-Type: application/json' \\
  --data-raw ${quoted(body)}

# The answer has status_url. Ask for it until the status is succeeded, failed or unknown:
# curl -H "Authorization: Bearer $METHOD_KEY" ${server}STATUS_URL`,

  javascript: (server, path, body) => `const server = '${server}';
const headers = { authorization: \`Bearer \${process.env.METHOD_KEY}\`, 'content-type': 'application/json' };

const answer = await fetch(\`\${server}${path}\`, {
  method: 'POST',
  // Sent again with the same key, it is carried out once.
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify(${body}),
});
if (!answer.ok) throw new Error(await answer.text());

let call = await answer.json();
const { status_url: url } = call;
while (call.status === 'queued' || call.status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  call = await (await fetch(server + url, { headers })).json();
}
console.log(call.status, call.result ?? call.error);`,

  python: (server, path, body) => `import json, os, time, urllib.request, uuid

SERVER = "${server}"
KEY = {"Authorization": "Bearer " + os.environ["METHOD_KEY"], "Content-Type": "application/json"}

def ask(path, body=None, headers={}):
    data = None if body is None else body.encode()
    with urllib.request.urlopen(urllib.request.Request(SERVER + path, data=data, headers={**KEY, **headers})) as answer:
        return json.load(answer)

body = '''${body.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'''
# Sent again with the same key, it is carried out once.
call = ask("${path}", body, {"Idempotency-Key": str(uuid.uuid4())})
url = call["status_url"]
while call["status"] in ("queued", "running"):
    time.sleep(0.5)
    call = ask(url)
print(call["status"], call["result"] or call["error"])`,

  php: (server, path, body) => `<?php
$server = '${server}';

function ask(string $url, ?string $body = null, array $more = []): array {
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FAILONERROR => true,
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('METHOD_KEY'),
            'Content-Type: application/json',
            ...$more,
        ],
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
    $answer = curl_exec($request);
    if ($answer === false) {
        throw new RuntimeException(curl_error($request));
    }
    return json_decode($answer, true);
}

$body = '${inPhp(body)}';
// Sent again with the same key, it is carried out once.
$call = ask($server . '${path}', $body, ['Idempotency-Key: ' . bin2hex(random_bytes(16))]);
$url = $server . $call['status_url'];
while (in_array($call['status'], ['queued', 'running'])) {
    usleep(500000);
    $call = ask($url);
}
echo $call['status'], ' ', json_encode($call['result'] ?? $call['error']), "\\n";`,
};

/** A call of a version in a language. @param server the address of this server: `https://parley.example` */
export const sampleIn = (language: CodeLanguage, server: string, version: Version): string =>
  writers[language](server, version.url, JSON.stringify(sampleBody(version)));
