#!/bin/sh
# init.sh SERVICE…: a role and a database of its own for each service, on the server that PGHOST, PGUSER and PGPASSWORD name.
# The password of `events` comes from EVENTS_DATABASE_PASSWORD.
# It runs at every start. It keeps existing roles and databases, and sets their passwords again.
set -eu

# The passwords of .env.example are public. They are refused unless PUBLIC_URL leads to this machine only.
# libs/service/src/config/published-secrets.ts has the same rule.
local='^https?://(([a-z0-9-]+\.)*localhost|127(\.[0-9]+){3}|\[::1\])(:[0-9]+)?(/|$)'
if [ -n "${PUBLIC_URL:-}" ] && ! printf %s "$PUBLIC_URL" | grep -Eiq "$local"; then
  if env | grep -E '^(PGPASSWORD|[A-Z0-9_]+_DATABASE_PASSWORD)=.*development-only-' | cut -d= -f1 | grep .; then
    echo 'these come from .env.example, which is public; choose your own, because PUBLIC_URL leads to more than this machine' >&2
    exit 78
  fi
fi

for service in "$@"; do
  variable="$(printf %s "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD"
  # \getenv keeps the password out of the process list.
  psql --no-psqlrc --quiet --dbname=postgres --set=ON_ERROR_STOP=1 --set=service="$service" <<SQL
\getenv password $variable
SELECT format('CREATE ROLE %I LOGIN', :'service')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'service') \gexec
ALTER ROLE :"service" PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I', :'service', :'service')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'service') \gexec
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
SQL
  echo "database $service is there"
done
