// Puts a web chat on a page: <script async src="https://parley.example/chat/ch_….js"></script>
(() => {
  const script = document.currentScript;
  const [, base, channel] = script.src.match(/^(.*)\/chat\/(\w+)\.js/);
  const api = `${base}/api/chat/${channel}`;
  const place = `parley-chat-${channel}`;
  let token = read();
  let begun;
  let last = 0;
  const pending = [];

  const css = new CSSStyleSheet();
  css.replaceSync(`
:host{all:initial}
*{box-sizing:border-box;font:15px/1.45 system-ui,sans-serif;color:inherit}
button{border:0;background:none;cursor:pointer;padding:0}
:focus-visible{outline:2px solid #7aa2ff;outline-offset:2px}
[hidden]{display:none!important}
#open,section{position:fixed;z-index:2147483000;right:20px;bottom:20px;box-shadow:0 8px 30px #0f172a40}
#open{width:56px;height:56px;border-radius:50%;background:#2456e6;color:#fff}
#open.new:after{content:"";position:absolute;top:2px;right:2px;width:13px;height:13px;border-radius:50%;background:#e5484d;border:2px solid #fff}
svg{display:block;margin:auto;width:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
section{display:flex;flex-direction:column;width:370px;height:560px;max-height:calc(100vh - 40px);border-radius:14px;overflow:hidden;background:#fff;color:#1d2330}
header{display:flex;gap:14px;align-items:center;padding:14px 16px;background:#2456e6;color:#fff}
b{flex:1;font-weight:600;font-size:16px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{font-size:13px;text-decoration:underline}
#close{font-size:24px;line-height:1;text-decoration:none}
#log{flex:1;overflow-y:auto;padding:14px 14px 6px;display:flex;flex-direction:column;gap:8px;overscroll-behavior:contain}
#log>*{max-width:85%;align-self:flex-start}
p{margin:0;padding:8px 12px;border-radius:14px 14px 14px 4px;background:#eef1f6;white-space:pre-wrap;overflow-wrap:anywhere}
#log>.in{align-self:flex-end}
.in p{background:#2456e6;color:#fff;border-radius:14px 14px 4px 14px}
.wait{opacity:.55}
.lost{opacity:1;cursor:pointer}
.lost:after{content:"Not sent. Press to try again.";display:block;font-size:12px;color:#c22;text-align:right}
img{display:block;max-width:100%;border-radius:12px;margin-bottom:4px}
.keys{display:grid;gap:6px;margin-top:6px}
.keys>*{border:1px solid #2456e6;border-radius:10px;padding:7px 10px;color:#2456e6;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.keys>:hover{background:#eef3ff}
#note{padding:4px 16px;font-size:12.5px;color:#5b6474;min-height:26px}
form{display:flex;gap:10px;padding:10px 14px;border-top:1px solid #e3e7ee}
textarea{flex:1;border:0;outline:0;resize:none;background:none;height:44px;padding:11px 0;font-size:16px}
textarea:focus-visible{outline:0}
form:focus-within{box-shadow:inset 0 2px #7aa2ff}
form button{color:#2456e6;font-weight:600}
@media(max-width:480px){section{inset:0;width:auto;height:100dvh;max-height:none;border-radius:0}}`);

  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [css];
  // Fixed markup; whatever others say goes in as text only.
  root.innerHTML = `<button id=open aria-label="Open the chat"><svg viewBox="0 0 24 24"><path d="M4 5h16v11H10l-5 4v-4H4z"/></svg></button>
<section hidden role=dialog aria-label=Chat><header><b>Chat</b><button id=person>Talk to a person</button><button id=close aria-label="Close the chat">×</button></header>
<div id=log role=log></div><div id=note role=status></div>
<form><textarea aria-label="Your message" placeholder="Write a message" maxlength=3000></textarea><button>Send</button></form></section>`;
  const at = (id) => root.querySelector(id);
  const [opener, panel, log, note, input, person] = [
    '#open',
    'section',
    '#log',
    '#note',
    'textarea',
    '#person',
  ].map(at);

  function read() {
    try {
      return localStorage.getItem(place);
    } catch {} // a page may be denied its storage: the chat then lasts as long as the page
  }

  const send = (method, path, body) =>
    fetch(api + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });

  async function begin() {
    const answer = await send('POST', '/sessions', { visitor: token });
    if (!answer.ok) throw answer;
    const session = await answer.json();
    if (token !== session.token) last = 0;
    token = session.token;
    try {
      localStorage.setItem(place, token);
    } catch {}
    at('b').textContent = session.title;
    session.history.forEach(show);
    hold(session.held);
  }

  const start = () => {
    begun ||= begin().then(
      () => void follow(),
      (error) => {
        begun = undefined;
        throw error;
      },
    );
    return begun;
  };

  async function call(path, body) {
    await start();
    const answer = await send('POST', path, body);
    if (answer.status !== 401) return answer;
    await begin();
    return send('POST', path, body);
  }

  async function follow() {
    for (let wait = 1; ; wait = Math.min(wait * 2, 30)) {
      try {
        const answer = await send('GET', `/events?after=${last}`);
        if (answer.status === 404) return;
        if (answer.status === 401) await begin();
        if (answer.ok) {
          wait = 1;
          const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let text = ''; ; ) {
            const { done, value } = await reader.read();
            if (done) break;
            const events = (text + value).split('\n\n');
            text = events.pop();
            events.forEach(take);
          }
        }
      } catch {}
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }

  function take(event) {
    const data = event.match(/^data: (.*)$/m);
    if (!data) return;
    const news = JSON.parse(data[1]);
    if ('held' in news) hold(news.held);
    else show(news);
  }

  function hold(held) {
    person.hidden = held;
    note.textContent = held ? 'A person answers you here.' : '';
  }

  function make(tag, parent, text = '', className = '') {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = className;
    parent.append(made);
    return made;
  }

  function bubble(text, direction) {
    for (const old of root.querySelectorAll('.once')) old.remove();
    const box = make('div', log, '', direction);
    make('p', box, text);
    return box;
  }

  function show({ n, message_id, direction, text, image, buttons, keyboard, columns }) {
    if (n <= last) return;
    last = n;
    if (direction === 'in') {
      const mine = pending.findIndex((box) => box.textContent === text);
      if (mine >= 0) pending.splice(mine, 1)[0].remove();
    }
    const box = bubble(text, direction);
    if (/^https?:/.test(image)) {
      const picture = make('img', box);
      picture.referrerPolicy = 'no-referrer';
      picture.alt = '';
      picture.src = image;
      box.prepend(picture);
    }
    if (buttons.length) {
      const keys = make('div', box, '', keyboard === 'reply' ? 'keys once' : 'keys');
      keys.style.gridTemplateColumns = `repeat(${columns},1fr)`;
      buttons.forEach(({ text, url }, index) => {
        const key = make(url ? 'a' : 'button', keys, text);
        if (url) Object.assign(key, { href: url, target: '_blank', rel: 'noopener noreferrer' });
        else key.onclick = () => say(text, { button: { message_id, index } });
      });
    }
    log.scrollTop = log.scrollHeight;
    if (panel.hidden && direction === 'out') opener.classList.add('new');
  }

  async function say(text, what = { text }) {
    const body = { ...what, message_id: `${Date.now()}-${Math.random()}` };
    const box = bubble(text, 'in wait');
    pending.push(box);
    log.scrollTop = log.scrollHeight;
    const attempt = async () => {
      box.className = 'in wait';
      box.onclick = null;
      const answer = await call('/messages', body).catch(() => ({}));
      if (answer.ok) return;
      if (answer.status === 429) note.textContent = 'That was a lot at once. Please wait a moment.';
      box.className = 'in wait lost';
      box.onclick = attempt;
    };
    await attempt();
  }

  function toggle(open) {
    panel.hidden = !open;
    opener.hidden = open;
    opener.classList.remove('new');
    if (!open) return opener.focus();
    log.scrollTop = log.scrollHeight;
    input.focus();
    start().catch(() => {
      note.textContent = 'The chat cannot be reached at the moment.';
    });
  }

  opener.onclick = () => toggle(true);
  at('#close').onclick = () => toggle(false);
  panel.onkeydown = ({ key }) => key === 'Escape' && toggle(false);
  person.onclick = async () => {
    const { ok } = await call('/operator').catch(() => ({}));
    note.textContent = ok ? 'We are asking a person to join.' : 'That did not work. Please try again.';
  };
  at('form').onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = '';
    if (text) void say(text);
  };
  input.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    at('form').requestSubmit();
  };

  const mount = () => {
    document.body.append(host);
    if ('open' in script.dataset) toggle(true);
    // Who was here before learns of what was said meanwhile.
    else if (token) start().catch(() => {});
  };
  if (document.body) mount();
  else addEventListener('DOMContentLoaded', mount);
})();
