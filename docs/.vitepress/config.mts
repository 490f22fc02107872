// The site is the pages of this directory, as they are read on their own, too.
// npm install --no-package-lock && npm run build writes it to .vitepress/dist; nothing of it, the search
// included, needs a network.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const docs = new URL('..', import.meta.url)

// The pages of checks are those that docgen writes from the analyzers' manuals.
const checks = readdirSync(docs)
  .filter((name) => name.endsWith('.md') && name !== 'checks.md')
  .filter((name) => readFileSync(new URL(name, docs), 'utf8').startsWith('<!-- Written by go run ./internal/tool/docgen; the text is in passes/'))
  .map((name) => name.slice(0, -'.md'.length))
  .sort()

export default defineConfig({
  title: 'retryvet',
  description: 'Finds retry code in Go that makes outages worse',
  lang: 'en',
  cleanUrls: false,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  // Pages link to files of the repository outside of this directory.
  ignoreDeadLinks: [/^(\.\/)?\.\.\//, /\.json$/],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Checks', link: '/checks' },
      { text: 'Command line', link: '/command-line' },
    ],
    sidebar: [
      {
        text: 'Use it',
        items: [
          { text: 'Guide', link: '/guide' },
          { text: 'Retries in Go', link: '/retries-in-go' },
          { text: 'Command line', link: '/command-line' },
          { text: 'Map', link: '/map' },
          { text: 'Settings', link: '/settings' },
          { text: 'Continuous integration', link: '/ci' },
          { text: 'golangci-lint', link: '/golangci-lint' },
          { text: 'Editors', link: '/editors' },
          { text: 'Libraries', link: '/libraries' },
          { text: 'In the wild', link: '/in-the-wild' },
          { text: 'What other tools find', link: '/comparison' },
          { text: 'Design', link: '/design' },
        ],
      },
      {
        text: 'Checks',
        items: [{ text: 'All checks', link: '/checks' }, ...checks.map((name) => ({ text: name, link: '/' + name }))],
      },
    ],
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
