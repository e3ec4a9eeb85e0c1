import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/dialog/channels/telegram/render.ts';
import { parseHtml } from '../../fakes/telegram-html.ts';
import { processorMs } from '../../harness/patience.ts';

const rendered = (source: string, format: 'markdown' | 'html') => {
  const { text: html, visible } = renderText(source, format);
  return { html, visible };
};
const markdownToHtml = (source: string) => rendered(source, 'markdown');
const sanitizeHtml = (source: string) => rendered(source, 'html');

describe('Markdown becomes HTML that Telegram accepts', () => {
  it.each([
    ['plain', 'plain'],
    ['**bold** and __bold__', '<b>bold</b> and <b>bold</b>'],
    ['*italic* and _italic_', '<i>italic</i> and <i>italic</i>'],
    ['~~gone~~', '<s>gone</s>'],
    ['***both***', '<b><i>both</i></b>'],
    ['**bold *and italic***', '<b>bold <i>and italic</i></b>'],
    ['*a **b** c*', '<i>a <b>b</b> c</i>'],
    ['**a ~~b *c*~~**', '<b>a <s>b <i>c</i></s></b>'],
    ['`a < b && **c**`', '<code>a &lt; b &amp;&amp; **c**</code>'],
    ['`` a`b ``', '<code>a`b</code>'],
    ['[site](https://example.org/?a=1&b=2)', '<a href="https://example.org/?a=1&amp;b=2">site</a>'],
    [
      '[**bold** site](https://example.org/a_(b) "title")',
      '<a href="https://example.org/a_(b)"><b>bold</b> site</a>',
    ],
    ['![picture](https://example.org/a.png)', '<a href="https://example.org/a.png">picture</a>'],
    ['a\n```\nx = 1\n  y\n```\nb', 'a\n<pre>x = 1\n  y</pre>\nb'],
    ['```python\nprint("*")\n```', '<pre><code class="language-python">print(&quot;*&quot;)</code></pre>'],
    ['```\n```', '<pre></pre>'],
    ['\\*not\\* \\<b\\>', '*not* &lt;b&gt;'],
  ])('%j', (source, html) => {
    expect(markdownToHtml(source).html).toBe(html);
  });

  it.each([
    ['2 * 3 * 4'],
    ['* one\n* two'],
    ['snake_case_name and __init'],
    ['https://example.org/a_b_c?_d_=1'],
    ['**never closed'],
    ['closed** never opened'],
    ['~one~ ~~~three~~~'],
    ['****'],
    ['***'],
    ['[no target] and ](https://example.org)'],
    ['[odd](javascript:alert(1))'],
    ['**one\n\ntwo**'],
    ['`never closed'],
    ['```\nnever closed'],
    ['> quoted'],
    ['# heading'],
  ])('and a mark without its partner stays as text: %j', (source) => {
    expect(parseHtml(markdownToHtml(source).html)).toEqual({ text: source, entities: [] });
  });

  it('if Markdown marks overlap, the pair that closes first counts', () => {
    expect(markdownToHtml('**a ~~b** c~~').html).toBe('<b>a ~~b</b> c~~');
    expect(markdownToHtml('[a **b](https://example.org) c**').html).toBe(
      '<a href="https://example.org">a **b</a> c**',
    );
    expect(markdownToHtml('[a [b](https://a.b)](https://c.d)').html).toBe(
      '[a <a href="https://a.b">b</a>](https://c.d)',
    );
  });
});

describe('HTML is reduced to the tags that Telegram accepts', () => {
  it.each([
    ['a <b>b</b> <strong>c</strong>', 'a <b>b</b> <b>c</b>'],
    ['<em>a</em><ins>b</ins><del>c</del><STRIKE>d</STRIKE>', '<i>a</i><u>b</u><s>c</s><s>d</s>'],
    ['<span class="tg-spoiler">a</span>', '<tg-spoiler>a</tg-spoiler>'],
    ["<a href='https://example.org/?a=1&amp;b=2'>x</a>", '<a href="https://example.org/?a=1&amp;b=2">x</a>'],
    ['<a class="x" href=https://example.org >x</a>', '<a href="https://example.org">x</a>'],
    ['<pre><code class="language-c++">a</code></pre>', '<pre><code class="language-c++">a</code></pre>'],
    ['<blockquote expandable>a</blockquote>', '<blockquote expandable>a</blockquote>'],
    [
      '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>',
      '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>',
    ],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['&lt;b&gt; &amp; &quot;&apos;&nbsp;&#128077;&#x41;', "&lt;b&gt; &amp; &quot;'\u00a0👍A"],
    ['<b>never closed <i>at all', '<b>never closed <i>at all</i></b>'],
    ['<b>crossed <i>tags</b> here</i>', '<b>crossed <i>tags</i></b> here'],
    ['<b onclick="x">a</b>', '<b>a</b>'],
  ])('%j', (source, html) => {
    expect(sanitizeHtml(source).html).toBe(html);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<p class="a">b</p>'],
    ['<a href="javascript:alert(1)">x</a>'],
    ['<a>x</a>'],
    ['<span>a</span>'],
    ['<tg-emoji emoji-id="x">a</tg-emoji>'],
    ['<!-- no comment -->'],
    ['a < b > c <'],
    ['<b'],
    ['<constructor>a</constructor>'],
    ['&nbsp &unknown; &#0; &#xd800; &#55296; &#99999999; &constructor;'],
  ])('and all other tags stay visible: %j', (source) => {
    const { html, visible } = sanitizeHtml(source);
    expect(parseHtml(html)).toEqual({ text: source, entities: [] });
    expect(visible).toBe(source);
  });
});

describe('for any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '__',
      '~~',
      '`',
      '```\n',
      '[',
      '](https://a.b)',
      '\\',
      '\n',
      '\n\n',
      ' ',
      'a',
      'é',
      '👍',
    ],
    ...[
      '<',
      '>',
      '&',
      '&amp;',
      '&lt',
      '<b>',
      '</b>',
      '<a href="https://a.b">',
      '</a>',
      '<code>',
      '</code>',
      '"',
      "'",
    ],
    ...['<span class="tg-spoiler">', '<span>', '</span>', '<br>', '<pre>', '</pre>', '=', '<b x=', '\u0001'],
  );
  const source = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !/\p{Surrogate}/u.test(text)),
  );

  it.each([
    ['Markdown', markdownToHtml],
    ['HTML', sanitizeHtml],
  ])('Telegram accepts the formatted text, and shows as much text as was counted: %s', (_name, convert) => {
    fc.assert(
      fc.property(source, (text) => {
        const { html, visible } = convert(text);
        expect(parseHtml(html).text).toBe(visible);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(
    [
      [
        '*',
        '_a ',
        '`'.repeat(3),
        '[',
        '[a](',
        '\\',
        '**a*',
        '<a ',
        '<a a=',
        '&',
        '&#',
        '](',
        'https://',
        '~~a',
      ],
    ].flat(),
  )('a long one is formatted quickly: %j', (piece) => {
    const long = piece.repeat(3000 / piece.length) + ' '.repeat(3000);
    const spent = processorMs(() => {
      markdownToHtml(long);
      sanitizeHtml(long);
    });
    expect(spent).toBeLessThan(5000);
  });
});
