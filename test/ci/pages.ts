/** What commands that run at the same time print, one after the other. */
export interface Page {
  write(text: string | Buffer): void;
  close(): void;
}

/** The first page is shown as it is written, the others when it is their turn. */
const open: { title: string; kept: (string | Buffer)[]; isClosed: boolean }[] = [];

/** Opens a page behind those that are open. */
export function openPage(title: string): Page {
  const page = { title, kept: [] as (string | Buffer)[], isClosed: false };
  open.push(page);
  const isShown = () => open[0] === page;
  if (isShown()) show();
  return {
    write(text) {
      if (isShown()) process.stdout.write(text);
      else page.kept.push(text);
    },
    close() {
      page.isClosed = true;
      while (open[0]?.isClosed) {
        open.shift();
        if (open.length > 0) show();
      }
    },
  };
}

/** Shows what the first page has, and from now on what comes. */
function show(): void {
  const { title, kept } = open[0]!;
  process.stdout.write(`\n==> ${title}\n`);
  for (const text of kept.splice(0)) process.stdout.write(text);
}
