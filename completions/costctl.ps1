# PowerShell completion for costctl. Written by npm run build.

$costctl_words = @{
    '' = @(,@('profiles', 'Saved addresses, tokens and defaults'); ,@('workspaces', 'Workspaces and the provider connections in them'); ,@('virtual-tags', 'Virtual tags'); ,@('providers', 'Connected cloud platforms and integrations'); ,@('metrics', 'Business metrics whose daily values divide cost'); ,@('filters', 'Saved filters of a workspace'); ,@('users', 'Members and invitations (needs an organization token)'); ,@('rates', 'Exchange rates and the rate policy'); ,@('costs', 'Cost rows: read, export, sum, compare and check them'); ,@('config', 'Settings as code: pull, review and apply them as a file'); ,@('api', 'Any request to the service, and its operations'); ,@('sandbox', 'The embedded emulation of the service, for trials and tests'); ,@('undo', 'List the latest changes, or restore the record that a change replaced or deleted'); ,@('schema', 'Print the commands, their options and the schemas of their results as JSON'); ,@('mcp', 'Serve cost tools over MCP, on stdin and stdout'); ,@('whoami', 'Show the profile, address, kind of token and workspace in use'); ,@('doctor', 'Check configuration, address, token, proxy and clock, and say what to do'); ,@('completion', 'Completion scripts for bash, zsh, fish and PowerShell'); ,@('tag-keys', 'Tag keys'); ,@('folders', 'Folders'); ,@('dashboards', 'Dashboards'); ,@('custom-provider', 'Custom provider'); ,@('kubernetes', 'Kubernetes'); ,@('report-notifications', 'Report notifications'); ,@('cost-reports', 'Cost reports'); ,@('cost-filters', 'Cost filters'); ,@('cost-alerts', 'Cost alerts'); ,@('budgets', 'Budgets'); ,@('billing', 'Billing'); ,@('anomalies', 'Anomalies'); ,@('allocation', 'Allocation'); ,@('teams', 'Teams'); ,@('apps', 'Apps'); ,@('audit-log', 'Audit log'); ,@('contracting', 'Contracting'); ,@('utility', 'Utility'); ,@('help', 'Help on a group, an action or a topic'))
    'profiles' = @(,@('add', 'Save an address, a token and a workspace under a name'); ,@('list', 'List the profiles'); ,@('show', 'Show each setting, its value and where it comes from'); ,@('path', 'Print where the profiles are stored'); ,@('set', 'Change the settings of a profile; key= clears one'); ,@('use', 'Make a profile the current one; sandbox is built in'); ,@('rename', 'Give a profile another name'); ,@('remove', 'Remove a profile and its stored token'))
    'workspaces' = @(,@('list', 'List the organization''s workspaces'); ,@('get', 'Show one workspace'); ,@('create', 'Create a workspace'); ,@('update', 'Update a workspace'); ,@('edit', 'Edit a workspace in your editor'); ,@('delete', 'Delete a workspace and everything in it, irrecoverably'); ,@('providers', 'Provider connections enabled in a workspace'))
    'workspaces providers' = @(,@('list', 'List the connections of a workspace'); ,@('get', 'Show one connection and the accounts the workspace reads'); ,@('enable', 'Enable a connection in a workspace; sends exactly the given body'); ,@('update', 'Turn a connection on or off, or replace the accounts it reads'); ,@('remove', 'Stop reading a connection in a workspace'))
    'virtual-tags' = @(,@('create', 'Create a virtual tag'); ,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('activate', 'Named by the service; its path is not published (see costctl api import)'); ,@('deactivate', 'Named by the service; its path is not published (see costctl api import)'))
    'providers' = @(,@('list', 'List the connected providers'); ,@('get', 'Show one provider'); ,@('connect', 'Connect a cloud platform or integration'); ,@('update', 'Change a provider; only what is given is sent'); ,@('delete', 'Disconnect and remove a provider'); ,@('available', 'List the kinds of provider that can be connected'); ,@('history', 'Show a provider''s sync runs'); ,@('test', 'Test credentials and connectivity; exit 11 if one fails'); ,@('sync', 'Start a sync run'); ,@('status', 'Show for each provider whether its syncs work: its last and next one, and the last error'); ,@('cloud-connector', 'Named by the service; its path is not published (see costctl api import)'); ,@('provision-service-account', 'Named by the service; its path is not published (see costctl api import)'))
    'metrics' = @(,@('list', 'List the business metrics of a workspace'); ,@('get', 'Show one business metric'); ,@('create', 'Create a business metric'); ,@('update', 'Rename a business metric or its unit; its label columns stay'); ,@('delete', 'Delete a business metric and all its values'); ,@('values', 'List the values of a business metric by day; csv has one column per label'); ,@('summary', 'Add up the values of a business metric by month and label, exactly'); ,@('gaps', 'List the days without a value, from the first value to yesterday'); ,@('set', 'Set the value of one day and label set'); ,@('import', 'Import the values of a file: check all of it, then send it; safe to run again'); ,@('diff', 'List what importing a file would create and update, and what it lacks'))
    'filters' = @(,@('list', 'List the saved filters of a workspace'); ,@('get', 'Show one saved filter'); ,@('create', 'Create a saved filter'); ,@('update', 'Change a saved filter; what is not given stays as it is'); ,@('delete', 'Delete a saved filter'))
    'users' = @(,@('list', 'List members and pending invitations'); ,@('get', 'Show one user'); ,@('invite', 'Invite one person, or all in a file'))
    'rates' = @(,@('get', 'Show the rate of a pair on a day'); ,@('list', 'List the rates of a day'); ,@('convert', 'Convert an amount at the rate of a day, exactly'); ,@('history', 'The rate of a pair, one row per day'); ,@('policy', 'Show the workspace''s exchange rate policy, which is read-only'))
    'costs' = @(,@('columns', 'Describe the columns of cost rows'); ,@('list', 'List cost rows'); ,@('export', 'Export any number of cost rows to a file'); ,@('verify', 'Check that an export, close pack or mirror is unaltered'); ,@('summary', 'Add up costs by columns and by period'); ,@('trend', 'Show the last months, weeks or days side by side'); ,@('compare', 'Compare two periods'); ,@('explain', 'Explain why the cost changed: causes that add up, and where it happened'); ,@('unit', 'Divide cost by a business metric'); ,@('chart', 'Draw costs as bars, in the terminal or as a picture'); ,@('check', 'Check costs against limits: exit 11 if one is exceeded'); ,@('freshness', 'Show for each provider whether its rows are there'); ,@('allocate', 'Share common cost among teams, products or any column'); ,@('outlook', 'Forecast the month-end cost'); ,@('anomalies', 'List days with unusual cost'); ,@('coverage', 'Show how much of the cost has the tags it needs, and what lacks them'); ,@('report', 'Write a monthly report'); ,@('close', 'Freeze a month in a folder: rows, receipt, rates, figures, report'); ,@('mirror', 'Keep a local table of cost rows up to date, as Parquet files'); ,@('query', 'Query a mirror in SQL; the table is called costs'); ,@('focus-check', 'Check a csv or Parquet file against the rules of FOCUS'); ,@('forecast', 'Named by the service; its path is not published (see costctl api import)'); ,@('data-summary', 'Named by the service; its path is not published (see costctl api import)'))
    'config' = @(,@('pull', 'Save current settings to a file'); ,@('validate', 'Check all of a settings file that can be checked without the service'); ,@('plan', 'Show what an apply would change, field by field'); ,@('apply', 'Change the service to match a settings file or a saved plan'); ,@('schema', 'Print the JSON Schema of a settings file, for editors'))
    'api' = @(,@('GET', 'Send a GET request'); ,@('HEAD', 'Send a HEAD request'); ,@('POST', 'Send a POST request'); ,@('PUT', 'Send a PUT request'); ,@('PATCH', 'Send a PATCH request'); ,@('DELETE', 'Send a DELETE request'); ,@('request', 'Send a request and print the body as received; the word request may be left out'); ,@('operations', 'List every operation of the service: built in, imported, or path not published'); ,@('import', 'Import the service''s own OpenAPI document: its operations become commands'); ,@('documents', 'List the documents imported for the address, or forget one of them'); ,@('diff', 'Show where the imported document and this program disagree'))
    'sandbox' = @(,@('serve', 'Serve the sandbox over HTTP until it is interrupted; then exit 0'); ,@('reset', 'Forget everything that was changed in the sandbox'))
    'completion' = @(,@('bash', 'Print the completion script for bash'); ,@('zsh', 'Print the completion script for zsh'); ,@('fish', 'Print the completion script for fish'); ,@('powershell', 'Print the completion script for PowerShell'))
    'tag-keys' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'))
    'folders' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('set-saved-filter', 'Named by the service; its path is not published (see costctl api import)'))
    'dashboards' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('widget-create', 'Named by the service; its path is not published (see costctl api import)'); ,@('widget-get', 'Named by the service; its path is not published (see costctl api import)'); ,@('widget-update', 'Named by the service; its path is not published (see costctl api import)'); ,@('widget-delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('set-saved-filter', 'Named by the service; its path is not published (see costctl api import)'))
    'custom-provider' = @(,@('submit-costs-batch', 'Named by the service; its path is not published (see costctl api import)'); ,@('list-uploads', 'Named by the service; its path is not published (see costctl api import)'); ,@('upload-cost-files', 'Named by the service; its path is not published (see costctl api import)'); ,@('get-upload', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete-upload', 'Named by the service; its path is not published (see costctl api import)'))
    'kubernetes' = @(,@('report-usage', 'Named by the service; its path is not published (see costctl api import)'))
    'report-notifications' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('activate', 'Named by the service; its path is not published (see costctl api import)'); ,@('deactivate', 'Named by the service; its path is not published (see costctl api import)'))
    'cost-reports' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('get-data', 'Named by the service; its path is not published (see costctl api import)'))
    'cost-filters' = @(,@('translate', 'Named by the service; its path is not published (see costctl api import)'))
    'cost-alerts' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('get-events', 'Named by the service; its path is not published (see costctl api import)'); ,@('pause', 'Named by the service; its path is not published (see costctl api import)'); ,@('resume', 'Named by the service; its path is not published (see costctl api import)'))
    'budgets' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'))
    'billing' = @(,@('entitlement', 'Named by the service; its path is not published (see costctl api import)'); ,@('metered-usage', 'Named by the service; its path is not published (see costctl api import)'))
    'anomalies' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('acknowledge', 'Named by the service; its path is not published (see costctl api import)'))
    'allocation' = @(,@('rules-list', 'Named by the service; its path is not published (see costctl api import)'); ,@('rules-create', 'Named by the service; its path is not published (see costctl api import)'); ,@('rules-update', 'Named by the service; its path is not published (see costctl api import)'); ,@('rules-delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('rules-reorder', 'Named by the service; its path is not published (see costctl api import)'); ,@('rules-preview', 'Named by the service; its path is not published (see costctl api import)'); ,@('coverage-read', 'Named by the service; its path is not published (see costctl api import)'); ,@('segments-list', 'Named by the service; its path is not published (see costctl api import)'); ,@('segments-create', 'Named by the service; its path is not published (see costctl api import)'); ,@('segments-update', 'Named by the service; its path is not published (see costctl api import)'); ,@('segments-delete', 'Named by the service; its path is not published (see costctl api import)'))
    'teams' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'); ,@('add-member', 'Named by the service; its path is not published (see costctl api import)'); ,@('update-member', 'Named by the service; its path is not published (see costctl api import)'); ,@('remove-member', 'Named by the service; its path is not published (see costctl api import)'); ,@('list-workspace-access', 'Named by the service; its path is not published (see costctl api import)'); ,@('set-workspace-access', 'Named by the service; its path is not published (see costctl api import)'); ,@('remove-workspace-access', 'Named by the service; its path is not published (see costctl api import)'))
    'apps' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'); ,@('create', 'Named by the service; its path is not published (see costctl api import)'); ,@('get', 'Named by the service; its path is not published (see costctl api import)'); ,@('update', 'Named by the service; its path is not published (see costctl api import)'); ,@('delete', 'Named by the service; its path is not published (see costctl api import)'))
    'audit-log' = @(,@('list', 'Named by the service; its path is not published (see costctl api import)'))
    'contracting' = @(,@('data-processing-agreement-status', 'Named by the service; its path is not published (see costctl api import)'))
    'utility' = @(,@('current-token-info', 'Named by the service; its path is not published (see costctl api import)'); ,@('health-check', 'Named by the service; its path is not published (see costctl api import)'))
    'help' = @(,@('exit-codes', 'What the exit status says'); ,@('environment', 'Variables, and which setting takes precedence'); ,@('output', 'Formats, files and columns'); ,@('query', 'Pick from a result with JMESPath'); ,@('conditions', 'Keep rows with --where'); ,@('pages', 'The pages of the documents'); ,@('start', 'Install, the sandbox, connect'); ,@('questions', 'Questions about costs'); ,@('imports', 'Business metrics and their values'); ,@('decisions', 'Checks, budgets, allocation, outlook, anomalies, coverage'); ,@('outlook-method', 'How an outlook is made'); ,@('month-end', 'Report, close, verify'); ,@('mirror', 'A local table for SQL and other engines'); ,@('focus', 'FOCUS, the open format of cost data'); ,@('pipelines', 'Pipelines and scripts'); ,@('settings-as-code', 'Pull, plan and apply settings'); ,@('integrations', 'Schema, MCP, completions, imported operations'); ,@('reference', 'Settings, profiles, output, exit codes, undo'); ,@('trust', 'Promises, limits, speed'); ,@('glossary', 'Each word in one line'))
}
$costctl_aliases = @{
    'profiles' = @(,@('ls', 'list'); ,@('rm', 'remove'))
    'workspaces' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'workspaces providers' = @(,@('ls', 'list'); ,@('rm', 'remove'))
    'virtual-tags' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'providers' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'metrics' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'filters' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'users' = @(,@('ls', 'list'))
    'rates' = @(,@('ls', 'list'))
    'costs' = @(,@('ls', 'list'))
    'tag-keys' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'folders' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'dashboards' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'report-notifications' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'cost-reports' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'cost-alerts' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'budgets' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'anomalies' = @(,@('ls', 'list'))
    'teams' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'apps' = @(,@('ls', 'list'); ,@('rm', 'delete'))
    'audit-log' = @(,@('ls', 'list'))
}
$costctl_options = @{
    '' = @(,@('-V', '', 'print the version'); ,@('--version', '', 'print the version'); ,@('-p', '@profiles', 'use this profile'); ,@('--profile', '@profiles', 'use this profile'); ,@('--base-url', '-', 'address of the service'); ,@('-w', '@workspaces', 'workspace to work in'); ,@('--workspace', '@workspaces', 'workspace to work in'); ,@('-o', '=table,json,ndjson,csv,tsv,yaml,markdown,xlsx,junit,github', 'format of the result (default table)'); ,@('--output', '=table,json,ndjson,csv,tsv,yaml,markdown,xlsx,junit,github', 'format of the result (default table)'); ,@('--max-wait', '-', 'longest wait for the rate limit (default 300)'); ,@('--timeout', '-', 'time limit of one request (default 60)'); ,@('--retries', '-', 'retries of a failed request (default 4)'); ,@('--concurrency', '-', 'parallel requests, 1 to 16 (default 4)'); ,@('--no-color', '', 'no colours'); ,@('-q', '', 'no notes, no progress'); ,@('--quiet', '', 'no notes, no progress'); ,@('--debug', '', 'a line on stderr for each request and response'); ,@('--no-input', '', 'never prompt, as without a terminal'); ,@('--sandbox', '', 'run against the embedded emulation of the service'); ,@('-h', '', 'show this help'); ,@('--help', '', 'show this help'))
    'profiles add' = @(,@('--token-stdin', '', 'read the token from stdin and store it'); ,@('--token-file', 'file', 'read the token from a file now and store it'); ,@('--token-command', '-', 'store a command that prints the token'); ,@('--no-verify', '', 'do not try the token'); ,@('--use', '', 'make it the current profile (the first one always is)'); ,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'profiles list' = @(,@('+', '', ''))
    'profiles show' = @(,@('+', '', ''))
    'profiles path' = @(,@('+', '', ''))
    'profiles set' = @(,@('--token-stdin', '', 'read the token from stdin and store it'); ,@('--token-file', 'file', 'read the token from a file now and store it'); ,@('--token-command', '-', 'store a command that prints the token'); ,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'profiles use' = @(,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'profiles rename' = @(,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'profiles remove' = @(,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'workspaces list' = @(,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'workspaces get' = @(,@('+', '', ''))
    'workspaces create' = @(,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces update' = @(,@('--merge', '', 'read the record, apply the changes, send all of it'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces edit' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces delete' = @(,@('--confirm', '-', 'the id again, instead of typing it at the prompt'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces providers list' = @(,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'workspaces providers get' = @(,@('+', '', ''))
    'workspaces providers enable' = @(,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces providers update' = @(,@('--merge', '', 'read the record, apply the changes, send all of it'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'workspaces providers remove' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'virtual-tags create' = @(,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'virtual-tags list' = @(,@('+', '', ''))
    'virtual-tags get' = @(,@('+', '', ''))
    'virtual-tags update' = @(,@('+', '', ''))
    'virtual-tags delete' = @(,@('+', '', ''))
    'virtual-tags activate' = @(,@('+', '', ''))
    'virtual-tags deactivate' = @(,@('+', '', ''))
    'providers list' = @(,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--type', '-', 'only this type'); ,@('+', '', ''))
    'providers get' = @(,@('+', '', ''))
    'providers connect' = @(,@('--key', '-', 'kind of provider; costctl providers available lists them'); ,@('--credential', '-', 'a credential: name=@file, name=env:VARIABLE or name=value (repeatable)'); ,@('--credentials', '-', 'all credentials as a JSON object: @file, or - for stdin'); ,@('--name', '-', 'name, at most 255 characters'); ,@('--description', '-', 'description, at most 1000 characters'); ,@('--external-id', '-', 'id at the cloud platform'); ,@('--setting', '-', 'a setting (repeatable)'); ,@('--sync-every', '-', 'sync frequency, 60 to 1440'); ,@('--parent', '@providers', 'provider that this one belongs to'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'providers update' = @(,@('--description', '-', 'description, at most 1000 characters'); ,@('--external-id', '-', 'id at the cloud platform'); ,@('--setting', '-', 'a setting (repeatable)'); ,@('--sync-every', '-', 'sync frequency, 60 to 1440'); ,@('--credential', '-', 'a credential: name=@file, name=env:VARIABLE or name=value (repeatable)'); ,@('--credentials', '-', 'all credentials as a JSON object: @file, or - for stdin'); ,@('--clear', '=description,external-id,credentials,settings,sync-every', 'set to null: description, external-id, credentials, settings, sync-every (repeatable)'); ,@('--partial', '', 'send credentials even if a required one is missing'); ,@('--test', '', 'test the provider afterwards; exit 11 if that fails'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'providers delete' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'providers available' = @(,@('+', '', ''))
    'providers history' = @(,@('--limit', '-', 'at most this many runs'); ,@('+', '', ''))
    'providers test' = @(,@('--all', '', 'test every provider'); ,@('+', '', ''))
    'providers sync' = @(,@('--full', '', 'ask for a complete re-sync'); ,@('--wait', '', 'wait for the run to end; exit 11 if it fails'); ,@('--wait-timeout', '-', 'end the wait after this long (default 3600)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'providers status' = @(,@('--check', '', 'exit 11 if a provider is failing, overdue, or has missed its first sync'); ,@('--stale', '-', 'the same, and a sync older than this is overdue'); ,@('+', '', ''))
    'providers cloud-connector' = @(,@('+', '', ''))
    'providers provision-service-account' = @(,@('+', '', ''))
    'metrics list' = @(,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'metrics get' = @(,@('+', '', ''))
    'metrics create' = @(,@('--name', '-', 'name'); ,@('--unit', '-', 'what is counted, such as order'); ,@('--label-column', '-', 'a label that distinguishes values of one day (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'metrics update' = @(,@('--name', '-', 'new name'); ,@('--unit', '-', 'new unit'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'metrics delete' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'metrics values' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'metrics summary' = @(,@('--by', '-', 'a label to list separately (repeatable); without it all are added together'); ,@('--granularity', '=day,week,month', 'day, week, month (default month)'); ,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('+', '', ''))
    'metrics gaps' = @(,@('--by', '-', 'check each value of this label separately (repeatable)'); ,@('--check', '', 'exit 11 if a day has no value'); ,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('+', '', ''))
    'metrics set' = @(,@('--date', '-', 'the day'); ,@('--amount', '-', 'the value, sent exactly as given'); ,@('--label', '-', 'a label (repeatable)'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'metrics import' = @(,@('--format', '=csv,tsv,json,ndjson,xlsx', 'csv, tsv, json, ndjson, xlsx; otherwise by name and first byte'); ,@('--delimiter', '=tab', 'separator of a CSV file: , ; or tab; otherwise by its header'); ,@('--sheet', '-', 'sheet of a workbook; otherwise its first'); ,@('--excel-precision', '', 'read numbers of a workbook with the 15 digits that Excel shows'); ,@('--decimal-comma', '', 'amounts are written 1.234,56'); ,@('--date-format', '=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY', 'how days are written, such as DD.MM.YYYY or MM/DD/YYYY'); ,@('--map', '-', 'names of columns in the file: date=Day,amount=Orders'); ,@('--ignore-extra', '', 'ignore columns that are neither date, amount nor label'); ,@('--allow-missing-labels', '', 'accept rows that lack a label'); ,@('--trim', '', 'remove spaces around labels'); ,@('--duplicates', '=first,last,sum', 'if a day and label set has two amounts: first, last or sum'); ,@('--strict', '', 'fail on new labels, future days and negative amounts'); ,@('--skip-invalid', '', 'continue without the rows that cannot be used, and exit 9'); ,@('--rejects', 'file', 'write the rows left out, with line and reason, as CSV'); ,@('--batch-size', '-', 'values per request (default 1000)'); ,@('--dry-run', '', 'read what is stored and report what would change; send nothing'); ,@('--check', '', 'a dry run that exits 11 if anything would change'); ,@('--verify', '', 'read the values back and compare'); ,@('--zero-extra', '', 'set stored values that the file lacks to 0, on the file''s days'); ,@('-O', 'file', 'write the result to a file; its extension selects the format'); ,@('--out-file', 'file', 'write the result to a file; its extension selects the format'); ,@('--columns', '-', 'select and order columns; dots reach into objects'); ,@('--query', '-', 'apply a JMESPath expression to the whole result'); ,@('-r', '', 'print a string without quotes'); ,@('--raw', '', 'print a string without quotes'); ,@('--no-header', '', 'leave out the header row of csv and tsv'); ,@('--spreadsheet-safe', '', 'prefix formulas with '''); ,@('--bom', '', 'begin csv with a byte order mark, for Excel'); ,@('--exact', '', 'show all digits of amounts and numbers in table and markdown'))
    'metrics diff' = @(,@('--format', '=csv,tsv,json,ndjson,xlsx', 'csv, tsv, json, ndjson, xlsx; otherwise by name and first byte'); ,@('--delimiter', '=tab', 'separator of a CSV file: , ; or tab; otherwise by its header'); ,@('--sheet', '-', 'sheet of a workbook; otherwise its first'); ,@('--excel-precision', '', 'read numbers of a workbook with the 15 digits that Excel shows'); ,@('--decimal-comma', '', 'amounts are written 1.234,56'); ,@('--date-format', '=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY', 'how days are written, such as DD.MM.YYYY or MM/DD/YYYY'); ,@('--map', '-', 'names of columns in the file: date=Day,amount=Orders'); ,@('--ignore-extra', '', 'ignore columns that are neither date, amount nor label'); ,@('--allow-missing-labels', '', 'accept rows that lack a label'); ,@('--trim', '', 'remove spaces around labels'); ,@('--duplicates', '=first,last,sum', 'if a day and label set has two amounts: first, last or sum'); ,@('--strict', '', 'fail on new labels, future days and negative amounts'); ,@('--skip-invalid', '', 'continue without the rows that cannot be used, and exit 9'); ,@('--rejects', 'file', 'write the rows left out, with line and reason, as CSV'); ,@('--check', '', 'exit 11 if an import would change anything'); ,@('-O', 'file', 'write the result to a file; its extension selects the format'); ,@('--out-file', 'file', 'write the result to a file; its extension selects the format'); ,@('--columns', '-', 'select and order columns; dots reach into objects'); ,@('--query', '-', 'apply a JMESPath expression to the whole result'); ,@('-r', '', 'print a string without quotes'); ,@('--raw', '', 'print a string without quotes'); ,@('--no-header', '', 'leave out the header row of csv and tsv'); ,@('--spreadsheet-safe', '', 'prefix formulas with '''); ,@('--bom', '', 'begin csv with a byte order mark, for Excel'); ,@('--exact', '', 'show all digits of amounts and numbers in table and markdown'))
    'filters list' = @(,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'filters get' = @(,@('+', '', ''))
    'filters create' = @(,@('--title', '-', 'title, at most 200 characters'); ,@('--filter', '-', 'filter text, at most 4000 characters, or @file'); ,@('--default', '', 'make it the default filter of the workspace'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'filters update' = @(,@('--title', '-', 'new title, at most 200 characters'); ,@('--filter', '-', 'new filter text, at most 4000 characters, or @file'); ,@('--default', '', 'make it the default filter of the workspace'); ,@('--no-default', '', 'make it an ordinary filter'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'filters delete' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'users list' = @(,@('--include-removed', '', 'list removed users too'); ,@('--role', '=viewer,editor,integrationOwner,owner', 'only this role: viewer, editor, integrationOwner, owner'); ,@('--status', '-', 'only this status; expired: invitations that ran out'); ,@('--max', '-', 'stop after n items'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'items per page'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'users get' = @(,@('+', '', ''))
    'users invite' = @(,@('--email', '-', 'address, at most 320 characters'); ,@('--first-name', '-', 'first name, at most 100 characters'); ,@('--last-name', '-', 'last name, at most 100 characters'); ,@('--role', '=viewer,editor,integrationOwner,owner', 'viewer, editor, integrationOwner, owner'); ,@('--from', 'file', 'csv or JSON with email, firstName, lastName, role; - for stdin'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'rates get' = @(,@('--date', '-', 'the day (default: as the service decides)'); ,@('+', '', ''))
    'rates list' = @(,@('--date', '-', 'the day (default: today)'); ,@('--max', '-', 'stop after n items'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('+', '', ''))
    'rates convert' = @(,@('--date', '-', 'the day (default: as the service decides)'); ,@('+', '', ''))
    'rates history' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('+', '', ''))
    'rates policy' = @(,@('+', '', ''))
    'costs columns' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('+', '', ''))
    'costs list' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--max', '-', 'stop after n rows'); ,@('--page', '-', 'read only this page'); ,@('--limit', '-', 'rows per page'); ,@('+', '', ''))
    'costs export' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--resume', '', 'continue an earlier run of the same command that was cut off'); ,@('--allow-truncated', '', 'read what can be read of days over 100000 rows, and exit 9'); ,@('--require-rows', '', 'exit 11 if there are no rows'); ,@('--types', '-', 'types of parquet columns, such as cost=decimal(38,12)'); ,@('--focus', '=1.2,1.3,1.4', 'write rows as FOCUS has them; needs --focus-map'); ,@('--focus-map', 'file', 'YAML file with the source of each FOCUS column; init writes one'); ,@('--keep', '', 'with --focus, also keep the columns of the service, as x_…'); ,@('-O', 'file', 'write the result to a file; its extension selects the format'); ,@('--out-file', 'file', 'write the result to a file; its extension selects the format'); ,@('--columns', '-', 'select and order columns; dots reach into objects'); ,@('--no-header', '', 'leave out the header row of csv and tsv'); ,@('--spreadsheet-safe', '', 'prefix formulas with '''); ,@('--delimiter', '-', 'separate the cells of csv by this character, such as ;'); ,@('--decimal-comma', '', 'write the numbers of csv as 1234,56'); ,@('--bom', '', 'begin csv with a byte order mark, for Excel'); ,@('--exact', '', 'show all digits of amounts and numbers in table and markdown'))
    'costs verify' = @(,@('--live', '', 'read the days again, and list what has changed since'); ,@('+', '', ''))
    'costs summary' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'one row per group: COL[,COL]; dots reach into objects (repeatable)'); ,@('--top', '-', 'the n largest groups, the others as one row marked "rest"'); ,@('--granularity', '=day,week,month', 'one row per day, week (ISO) or month'); ,@('--total', '', 'add rows of everything, marked "all", to csv, tsv and ndjson'); ,@('--no-total', '', 'leave those rows out of the other formats'); ,@('+', '', ''))
    'costs trend' = @(,@('--months', '-', 'so many calendar months (default 13)'); ,@('--weeks', '-', 'so many weeks (ISO)'); ,@('--days', '-', 'so many days'); ,@('--to', '-', 'the last day (default: yesterday)'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'one row per group: COL[,COL]; dots reach into objects (repeatable)'); ,@('--top', '-', 'the n largest groups, the others as one row marked "rest"'); ,@('--metric', '@metrics', 'also the cost of each period divided by this business metric'); ,@('--digits', '-', 'digits of the unit cost, half to even (default 6)'); ,@('--wide', '', 'one column per period in every format, as in a table'); ,@('--total', '', 'add rows of everything, marked "all", to csv, tsv and ndjson'); ,@('--no-total', '', 'leave those rows out of the other formats'); ,@('+', '', ''))
    'costs compare' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'one row per group: COL[,COL]; dots reach into objects (repeatable)'); ,@('--against', '=previous,last-week,last-month,last-year', 'previous (default), last-week, last-month, last-year, YYYY-MM or FROM..TO'); ,@('--per-day', '', 'compare daily averages, for periods of different lengths'); ,@('--top', '-', 'the first n groups, the others as one row marked "rest"'); ,@('--sort', '=after,before,change,name', 'after (default), before, change (by its size) or name'); ,@('--total', '', 'add rows of everything, marked "all", to csv, tsv and ndjson'); ,@('--no-total', '', 'leave those rows out of the other formats'); ,@('+', '', ''))
    'costs explain' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--against', '=previous,last-week,last-month,last-year', 'previous (default), last-week, last-month, last-year, YYYY-MM or FROM..TO'); ,@('--by', '@columns', 'columns to explain it by: COL[,COL] (default: a service, an account and a tag)'); ,@('--depth', '-', 'levels of the tree of groups (default 3)'); ,@('--top', '-', 'at most n groups in each branch, the others as one row'); ,@('--quantity-column', '-', 'the column with the quantity; none: there is none'); ,@('--unit-column', '-', 'the column with the unit of the quantity'); ,@('+', '', ''))
    'costs unit' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--metric', '@metrics', 'the business metric'); ,@('--by', '-', 'LABEL or LABEL=COLUMN: the label, and the column with the same values'); ,@('--granularity', '=day,week,month,total', 'one row per day (default), week (ISO) or month; total: only the whole period'); ,@('--against', '=previous,last-week,last-month,last-year', 'previous (default), last-week, last-month, last-year, YYYY-MM or FROM..TO'); ,@('--digits', '-', 'digits of the unit cost, half to even (default 6)'); ,@('+', '', ''))
    'costs chart' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'bars with one coloured part per group: COL[,COL] (repeatable)'); ,@('--granularity', '=day,week,month', 'one bar per day (default), week (ISO) or month'); ,@('--budgets', 'file', 'draw the budgets of a YAML file as lines'); ,@('--outlook', '', 'draw what the days left of this month will cost, with an 80 % interval'); ,@('--anomalies', '', 'mark the days that deviate from the same weekdays before them'); ,@('--ascii', '', 'plain characters, as without a terminal'); ,@('+', '', ''))
    'costs check' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--max-total', '-', 'highest total that is allowed'); ,@('--max-increase', '-', 'highest increase over the period before that is allowed'); ,@('--max-decrease', '-', 'highest decrease from the period before that is allowed'); ,@('--max-unit', '-', 'highest cost of one unit of --metric that is allowed'); ,@('--metric', '@metrics', 'the business metric of --max-unit'); ,@('--min-change', '-', 'ignore changes smaller than this'); ,@('--against', '=previous,last-week,last-month,last-year', 'previous (default), last-week, last-month, last-year, YYYY-MM or FROM..TO'); ,@('--per-day', '', 'compare daily averages, for periods of different lengths'); ,@('--by', '@columns', 'the limits apply to each group: COL[,COL] (repeatable)'); ,@('--allow-empty', '', 'accept days without rows'); ,@('--allow-stale', '-', 'accept a source that is late, stalled or has gaps; all: every source (repeatable)'); ,@('--budgets', 'file', 'check the budgets of a YAML file, each for its current period'); ,@('+', '', ''))
    'costs freshness' = @(,@('--check', '', 'exit 11 unless every source is ok or late'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('+', '', ''))
    'costs allocate' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--rules', 'file', 'YAML file of rules: whose cost is shared, among whom, how'); ,@('--by', '@columns', 'the column that cost is shared among'); ,@('--granularity', '=day,week,month', 'share each day, week or month by itself'); ,@('--require-full', '', 'exit 11 if an amount could not be allocated'); ,@('--focus', '', 'name the fields as FOCUS 1.3 does: AllocatedMethodId and the like'); ,@('+', '', ''))
    'costs outlook' = @(,@('--month', '-', 'the month to project (default: this one)'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'one row per group: COL[,COL] (repeatable)'); ,@('--level', '-', 'how often the interval should be right (default 80)'); ,@('+', '', ''))
    'costs anomalies' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--by', '@columns', 'judge each group: COL[,COL] (repeatable)'); ,@('--score', '-', 'how far a day must deviate (default 3.5)'); ,@('--min-impact', '-', 'ignore differences smaller than this (default: 0.1 % of the period''s total)'); ,@('--include-unsettled', '', 'judge the last two days too, which may not be complete'); ,@('--check', '', 'exit 11 if there is an anomaly'); ,@('--allow-empty', '', 'accept days without rows'); ,@('--allow-stale', '-', 'accept a source that is late, stalled or has gaps; all: every source (repeatable)'); ,@('+', '', ''))
    'costs coverage' = @(,@('--from', '-', 'first day, in UTC'); ,@('--to', '-', 'last day, included'); ,@('--last', '=7d,30d,4w,3m', '7d or 4w, ending yesterday, or 3m: complete months'); ,@('--month', '-', 'a calendar month, up to yesterday'); ,@('--quarter', '-', 'a calendar quarter, up to yesterday'); ,@('--year', '-', 'a calendar year, up to yesterday'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--year-to-date', '', 'this year, up to yesterday'); ,@('--include-today', '', 'let a period that has not ended end today'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--envelope', '', 'json and yaml: {"about": …, "data": […]}, with what the figures are'); ,@('--require', '@columns', 'columns that each row needs: COL[,COL]'); ,@('--min', '-', 'exit 11 if a row of the result is below this share'); ,@('--allowed', 'file', 'YAML file with the values that are allowed for each column'); ,@('--allow-empty', '', 'accept days without rows'); ,@('--allow-stale', '-', 'accept a source that is late, stalled or has gaps; all: every source (repeatable)'); ,@('--by', '@columns', 'one row per group, the largest uncovered cost first: COL[,COL] (repeatable)'); ,@('+', '', ''))
    'costs report' = @(,@('--month', '-', 'the month (default: the last one)'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--month-to-date', '', 'this month, up to yesterday'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--receipt', 'file', 'write what was read, counted and added up, as JSON'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--against', '-', 'previous (default), last-month, last-year, YYYY-MM or FROM..TO'); ,@('--by', '@columns', 'columns that cost is shown by (default: a service, an account and a tag)'); ,@('--top', '-', 'rows of a table before "others" (default 10)'); ,@('--budgets', 'file', 'YAML file of budgets'); ,@('--rules', 'file', 'YAML file of rules for shared cost'); ,@('--allocate-by', '-', 'the column that shared cost goes to (default: a tag)'); ,@('--metric', '@metrics', 'a business metric that divides the cost (repeatable)'); ,@('--require', '-', 'columns that each row needs: COL[,COL] (default: the tag of --by)'); ,@('--sections', '-', 'which, and in which order: total, changes, daily, by, unit, budgets, outlook, allocation, coverage, anomalies'); ,@('--title', '-', 'the heading (default: Cloud cost report)'); ,@('--logo', 'file', 'a picture next to the heading: PNG, JPEG, GIF, WebP or SVG'); ,@('--locale', '-', 'how numbers and dates are written (default en-US)'); ,@('+', '', ''))
    'costs close' = @(,@('--month', '-', 'the month (default: the last one)'); ,@('--last-month', '', 'the calendar month before this one'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--mirror', 'file', 'read the rows of a mirror, and send no request'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('--convert-to', '@currencies', 'convert every amount exactly, by default at the rate of its day'); ,@('--rate-method', '=daily,month-average,month-end', 'the rate of an amount: of its day, the mean of its month, or of the last day of its month'); ,@('--rate-date', '-', 'convert all amounts at this day''s rates'); ,@('--rates', 'file', 'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date'); ,@('--source-column', '-', 'the column with the provider of a row'); ,@('--max-lag', '-', 'days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)'); ,@('--against', '-', 'previous (default), last-month, last-year, YYYY-MM or FROM..TO'); ,@('--by', '@columns', 'columns that cost is shown by (default: a service, an account and a tag)'); ,@('--top', '-', 'rows of a table before "others" (default 10)'); ,@('--budgets', 'file', 'YAML file of budgets'); ,@('--rules', 'file', 'YAML file of rules for shared cost'); ,@('--allocate-by', '-', 'the column that shared cost goes to (default: a tag)'); ,@('--metric', '@metrics', 'a business metric that divides the cost (repeatable)'); ,@('--require', '-', 'columns that each row needs: COL[,COL] (default: the tag of --by)'); ,@('--title', '-', 'the heading (default: Cloud cost report)'); ,@('--logo', 'file', 'a picture next to the heading: PNG, JPEG, GIF, WebP or SVG'); ,@('--locale', '-', 'how numbers and dates are written (default en-US)'); ,@('--allow-empty', '', 'accept days without rows'); ,@('--allow-stale', '-', 'accept a source that is late, stalled or has gaps; all: every source (repeatable)'); ,@('+', '', ''))
    'costs mirror' = @(,@('--from', '-', 'first day of a new mirror'); ,@('--files', '-', 'make a mirror of files: csv, ndjson, Parquet, also .gz; * ? and ** (repeatable)'); ,@('--allow-duplicates', '', 'count rows twice that two files have'); ,@('--where', '@columns', 'keep only these rows: COL=VALUE, COL>N, COL~TEXT and more (repeatable)'); ,@('--param', '-', 'add a query parameter (repeatable)'); ,@('--types', '-', 'types of columns, such as cost=decimal(38,12)'); ,@('--partition-by', '=month,day', 'a folder per month (default) or day'); ,@('--date-column', '@columns', 'the column with the day of a row'); ,@('--amount-column', '@columns', 'the column with its cost'); ,@('--currency-column', '@columns', 'the column with its currency; none: amounts have no currency'); ,@('--restate', '-', 'how many days to read again (default 35d)'); ,@('--keep', '-', 'keep replaced files this long, for readers that still use them (default 1h)'); ,@('--history', '-', 'keep past states this long, for --as-of (default none)'); ,@('--deep', '', 'read every day again'); ,@('--check', '', 'change nothing, and exit 11 if anything has changed'); ,@('--sql', '=duckdb,spark,trino,athena,bigquery,clickhouse,snowflake', 'print the statement that makes the table known to an engine'); ,@('--location', '-', 'where the engine finds the files, for --sql'); ,@('+', '', ''))
    'costs query' = @(,@('--mirror', 'file', 'the folder that costs mirror keeps up to date'); ,@('--as-of', '-', 'as the mirror was at the end of a day'); ,@('+', '', ''))
    'costs focus-check' = @(,@('--focus', '=1.0,1.1,1.2,1.3,1.4', 'the version of FOCUS (default: by the columns)'); ,@('--supports', '-', 'also judge rules for providers with these abilities, or all (repeatable)'); ,@('--strict', '', 'exit 11 for a broken recommendation (SHOULD) too'); ,@('--all', '', 'list every rule that was judged, not only those that are violated'); ,@('+', '', ''))
    'costs forecast' = @(,@('+', '', ''))
    'costs data-summary' = @(,@('+', '', ''))
    'config pull' = @(,@('--only', '-', 'only this kind, such as metrics (repeatable)'); ,@('--into', 'file', 'update the values of this file in place; its comments and order stay'); ,@('-O', 'file', 'write to a file, or to a folder: a file for each workspace'); ,@('--out-file', 'file', 'write to a file, or to a folder: a file for each workspace'); ,@('--delimiter', '-', 'separate the cells of csv by this character, such as ;'); ,@('--decimal-comma', '', 'write the numbers of csv as 1234,56'); ,@('--bom', '', 'begin csv with a byte order mark, for Excel'))
    'config validate' = @(,@('+', '', ''))
    'config plan' = @(,@('--prune', '-', 'delete items of this kind that the file does not list (repeatable)'); ,@('--create', '-', 'create items of a kind that the service cannot list: virtualTags'); ,@('--resend', '', 'send credentials and settings again, which the service does not return'); ,@('--check', '', 'exit 11 if anything differs'); ,@('+', '', ''))
    'config apply' = @(,@('--prune', '-', 'delete items of this kind that the file does not list (repeatable)'); ,@('--create', '-', 'create items of a kind that the service cannot list: virtualTags'); ,@('--resend', '', 'send credentials and settings again, which the service does not return'); ,@('--confirm', '-', 'the number of deletions, instead of typing it at the prompt'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'config schema' = @(,@('+', '', ''))
    'api GET' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api HEAD' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api POST' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api PUT' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api PATCH' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api DELETE' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api request' = @(,@('--param', '-', 'add a query parameter (repeatable)'); ,@('-H', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--request-header', '-', 'add a header, as ''Name: value'' (repeatable)'); ,@('--data', '-', 'body as JSON, @file, or - for stdin'); ,@('--set', '-', 'set a text property; a.b=c nests (repeatable)'); ,@('--set-json', '-', 'set a property to a JSON value (repeatable)'); ,@('--form', '-', 'send a field of a form; key=@file sends a file (repeatable)'); ,@('--input', 'file', 'send the bytes of a file as the body; - for stdin'); ,@('--content-type', '-', 'media type of the body'); ,@('--paginate', '', 'read every page of a list and merge them into one array'); ,@('-i', '', 'print status and headers too'); ,@('--include', '', 'print status and headers too'); ,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('-y', '', 'do not ask for confirmation'); ,@('--yes', '', 'do not ask for confirmation'); ,@('+', '', ''))
    'api operations' = @(,@('+', '', ''))
    'api import' = @(,@('--name', '-', 'name of the document (default: from its title)'); ,@('--show', '', 'list what the imported documents have'); ,@('--forget', '', 'forget every document of the address'); ,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'api documents' = @(,@('--forget', '-', 'forget the document of this name'); ,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'api diff' = @(,@('--check', '', 'exit 11 if they do'); ,@('+', '', ''))
    'sandbox serve' = @(,@('--port', '-', 'port to listen on (default: one that is free)'); ,@('--host', '-', 'address to listen on (default 127.0.0.1)'); ,@('--rate-limit', '-', 'let each token send n requests in s seconds'); ,@('--latency', '-', 'wait before each response'); ,@('--rows-per-day', '-', 'cost rows of each day, up to 1,000,000'); ,@('--fail', '-', 'share of requests that fail: 503, resets, truncated bodies'); ,@('--seed', '-', 'which requests fail (default 1)'); ,@('--state', 'file', 'store changes in this file (default: that of --sandbox)'); ,@('--memory', '', 'forget all changes when it ends'); ,@('+', '', ''))
    'sandbox reset' = @(,@('--dry-run', '', 'print what would be stored, and change nothing'); ,@('+', '', ''))
    'undo' = @(,@('--dry-run', '', 'print the request that would be sent, and send nothing'); ,@('+', '', ''))
    'schema' = @(,@('+', '', ''))
    'mcp' = @(,@('--allow-changes', '', 'add tools that plan and apply a settings file'); ,@('--export-dir', 'file', 'the only folder below which tools write files (default: the working folder)'))
    'whoami' = @(,@('+', '', ''))
    'doctor' = @(,@('+', '', ''))
    'tag-keys list' = @(,@('+', '', ''))
    'tag-keys get' = @(,@('+', '', ''))
    'tag-keys delete' = @(,@('+', '', ''))
    'folders list' = @(,@('+', '', ''))
    'folders create' = @(,@('+', '', ''))
    'folders get' = @(,@('+', '', ''))
    'folders update' = @(,@('+', '', ''))
    'folders delete' = @(,@('+', '', ''))
    'folders set-saved-filter' = @(,@('+', '', ''))
    'dashboards list' = @(,@('+', '', ''))
    'dashboards create' = @(,@('+', '', ''))
    'dashboards get' = @(,@('+', '', ''))
    'dashboards update' = @(,@('+', '', ''))
    'dashboards delete' = @(,@('+', '', ''))
    'dashboards widget-create' = @(,@('+', '', ''))
    'dashboards widget-get' = @(,@('+', '', ''))
    'dashboards widget-update' = @(,@('+', '', ''))
    'dashboards widget-delete' = @(,@('+', '', ''))
    'dashboards set-saved-filter' = @(,@('+', '', ''))
    'custom-provider submit-costs-batch' = @(,@('+', '', ''))
    'custom-provider list-uploads' = @(,@('+', '', ''))
    'custom-provider upload-cost-files' = @(,@('+', '', ''))
    'custom-provider get-upload' = @(,@('+', '', ''))
    'custom-provider delete-upload' = @(,@('+', '', ''))
    'kubernetes report-usage' = @(,@('+', '', ''))
    'report-notifications list' = @(,@('+', '', ''))
    'report-notifications create' = @(,@('+', '', ''))
    'report-notifications get' = @(,@('+', '', ''))
    'report-notifications update' = @(,@('+', '', ''))
    'report-notifications delete' = @(,@('+', '', ''))
    'report-notifications activate' = @(,@('+', '', ''))
    'report-notifications deactivate' = @(,@('+', '', ''))
    'cost-reports list' = @(,@('+', '', ''))
    'cost-reports create' = @(,@('+', '', ''))
    'cost-reports get' = @(,@('+', '', ''))
    'cost-reports update' = @(,@('+', '', ''))
    'cost-reports delete' = @(,@('+', '', ''))
    'cost-reports get-data' = @(,@('+', '', ''))
    'cost-filters translate' = @(,@('+', '', ''))
    'cost-alerts list' = @(,@('+', '', ''))
    'cost-alerts create' = @(,@('+', '', ''))
    'cost-alerts get' = @(,@('+', '', ''))
    'cost-alerts update' = @(,@('+', '', ''))
    'cost-alerts delete' = @(,@('+', '', ''))
    'cost-alerts get-events' = @(,@('+', '', ''))
    'cost-alerts pause' = @(,@('+', '', ''))
    'cost-alerts resume' = @(,@('+', '', ''))
    'budgets list' = @(,@('+', '', ''))
    'budgets create' = @(,@('+', '', ''))
    'budgets get' = @(,@('+', '', ''))
    'budgets update' = @(,@('+', '', ''))
    'budgets delete' = @(,@('+', '', ''))
    'billing entitlement' = @(,@('+', '', ''))
    'billing metered-usage' = @(,@('+', '', ''))
    'anomalies list' = @(,@('+', '', ''))
    'anomalies acknowledge' = @(,@('+', '', ''))
    'allocation rules-list' = @(,@('+', '', ''))
    'allocation rules-create' = @(,@('+', '', ''))
    'allocation rules-update' = @(,@('+', '', ''))
    'allocation rules-delete' = @(,@('+', '', ''))
    'allocation rules-reorder' = @(,@('+', '', ''))
    'allocation rules-preview' = @(,@('+', '', ''))
    'allocation coverage-read' = @(,@('+', '', ''))
    'allocation segments-list' = @(,@('+', '', ''))
    'allocation segments-create' = @(,@('+', '', ''))
    'allocation segments-update' = @(,@('+', '', ''))
    'allocation segments-delete' = @(,@('+', '', ''))
    'teams list' = @(,@('+', '', ''))
    'teams create' = @(,@('+', '', ''))
    'teams get' = @(,@('+', '', ''))
    'teams update' = @(,@('+', '', ''))
    'teams delete' = @(,@('+', '', ''))
    'teams add-member' = @(,@('+', '', ''))
    'teams update-member' = @(,@('+', '', ''))
    'teams remove-member' = @(,@('+', '', ''))
    'teams list-workspace-access' = @(,@('+', '', ''))
    'teams set-workspace-access' = @(,@('+', '', ''))
    'teams remove-workspace-access' = @(,@('+', '', ''))
    'apps list' = @(,@('+', '', ''))
    'apps create' = @(,@('+', '', ''))
    'apps get' = @(,@('+', '', ''))
    'apps update' = @(,@('+', '', ''))
    'apps delete' = @(,@('+', '', ''))
    'audit-log list' = @(,@('+', '', ''))
    'contracting data-processing-agreement-status' = @(,@('+', '', ''))
    'utility current-token-info' = @(,@('+', '', ''))
    'utility health-check' = @(,@('+', '', ''))
    '+' = @(,@('-O', 'file', 'write the result to a file; its extension selects the format'); ,@('--out-file', 'file', 'write the result to a file; its extension selects the format'); ,@('--columns', '-', 'select and order columns; dots reach into objects'); ,@('--query', '-', 'apply a JMESPath expression to the whole result'); ,@('-r', '', 'print a string without quotes'); ,@('--raw', '', 'print a string without quotes'); ,@('--no-header', '', 'leave out the header row of csv and tsv'); ,@('--spreadsheet-safe', '', 'prefix formulas with '''); ,@('--delimiter', '-', 'separate the cells of csv by this character, such as ;'); ,@('--decimal-comma', '', 'write the numbers of csv as 1234,56'); ,@('--bom', '', 'begin csv with a byte order mark, for Excel'); ,@('--exact', '', 'show all digits of amounts and numbers in table and markdown'))
}
$costctl_arguments = @{
    'profiles add' = @(,@('0', '@profiles'))
    'profiles show' = @(,@('0', '@profiles'))
    'profiles set' = @(,@('0', '@profiles'); ,@('*', '-'))
    'profiles use' = @(,@('0', '@profiles'))
    'profiles rename' = @(,@('0', '@profiles'); ,@('1', '@profiles'))
    'profiles remove' = @(,@('0', '@profiles'))
    'workspaces get' = @(,@('0', '@workspaces'))
    'workspaces update' = @(,@('0', '@workspaces'))
    'workspaces edit' = @(,@('0', '@workspaces'))
    'workspaces delete' = @(,@('0', '@workspaces'))
    'workspaces providers get' = @(,@('0', '@connections'))
    'workspaces providers update' = @(,@('0', '@connections'))
    'workspaces providers remove' = @(,@('0', '@connections'))
    'virtual-tags list' = @(,@('*', '-'))
    'virtual-tags get' = @(,@('*', '-'))
    'virtual-tags update' = @(,@('*', '-'))
    'virtual-tags delete' = @(,@('*', '-'))
    'virtual-tags activate' = @(,@('*', '-'))
    'virtual-tags deactivate' = @(,@('*', '-'))
    'providers get' = @(,@('0', '@providers'))
    'providers update' = @(,@('0', '@providers'))
    'providers delete' = @(,@('0', '@providers'))
    'providers history' = @(,@('0', '@providers'))
    'providers test' = @(,@('*', '@providers'))
    'providers sync' = @(,@('0', '@providers'))
    'providers cloud-connector' = @(,@('*', '-'))
    'providers provision-service-account' = @(,@('*', '-'))
    'metrics get' = @(,@('0', '@metrics'))
    'metrics update' = @(,@('0', '@metrics'))
    'metrics delete' = @(,@('0', '@metrics'))
    'metrics values' = @(,@('0', '@metrics'))
    'metrics summary' = @(,@('0', '@metrics'))
    'metrics gaps' = @(,@('0', '@metrics'))
    'metrics set' = @(,@('0', '@metrics'))
    'metrics import' = @(,@('0', '@metrics'); ,@('1', 'file'))
    'metrics diff' = @(,@('0', '@metrics'); ,@('1', 'file'))
    'filters get' = @(,@('0', '@filters'))
    'filters update' = @(,@('0', '@filters'))
    'filters delete' = @(,@('0', '@filters'))
    'users get' = @(,@('0', '@users'))
    'rates get' = @(,@('0', '-'); ,@('1', '-'))
    'rates convert' = @(,@('0', '-'); ,@('1', '-'); ,@('2', '-'))
    'rates history' = @(,@('0', '-'); ,@('1', '-'))
    'costs verify' = @(,@('0', 'file'); ,@('1', 'file'))
    'costs allocate' = @(,@('0', '=init'))
    'costs mirror' = @(,@('0', 'file'))
    'costs query' = @(,@('0', '-'))
    'costs focus-check' = @(,@('0', 'file'))
    'costs forecast' = @(,@('*', '-'))
    'costs data-summary' = @(,@('*', '-'))
    'config validate' = @(,@('0', 'file'))
    'config plan' = @(,@('0', 'file'))
    'config apply' = @(,@('0', 'file'))
    'api GET' = @(,@('0', '=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces'))
    'api HEAD' = @(,@('0', '=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces'))
    'api POST' = @(,@('0', '=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces'))
    'api PUT' = @(,@('0', '=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces'))
    'api PATCH' = @(,@('0', '=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces'))
    'api DELETE' = @(,@('0', '=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces'))
    'api request' = @(,@('0', '=GET,HEAD,POST,PUT,PATCH,DELETE'); ,@('1', '=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces'))
    'api import' = @(,@('0', 'file'))
    'undo' = @(,@('0', '-'))
    'schema' = @(,@('*', '-'))
    'tag-keys list' = @(,@('*', '-'))
    'tag-keys get' = @(,@('*', '-'))
    'tag-keys delete' = @(,@('*', '-'))
    'folders list' = @(,@('*', '-'))
    'folders create' = @(,@('*', '-'))
    'folders get' = @(,@('*', '-'))
    'folders update' = @(,@('*', '-'))
    'folders delete' = @(,@('*', '-'))
    'folders set-saved-filter' = @(,@('*', '-'))
    'dashboards list' = @(,@('*', '-'))
    'dashboards create' = @(,@('*', '-'))
    'dashboards get' = @(,@('*', '-'))
    'dashboards update' = @(,@('*', '-'))
    'dashboards delete' = @(,@('*', '-'))
    'dashboards widget-create' = @(,@('*', '-'))
    'dashboards widget-get' = @(,@('*', '-'))
    'dashboards widget-update' = @(,@('*', '-'))
    'dashboards widget-delete' = @(,@('*', '-'))
    'dashboards set-saved-filter' = @(,@('*', '-'))
    'custom-provider submit-costs-batch' = @(,@('*', '-'))
    'custom-provider list-uploads' = @(,@('*', '-'))
    'custom-provider upload-cost-files' = @(,@('*', '-'))
    'custom-provider get-upload' = @(,@('*', '-'))
    'custom-provider delete-upload' = @(,@('*', '-'))
    'kubernetes report-usage' = @(,@('*', '-'))
    'report-notifications list' = @(,@('*', '-'))
    'report-notifications create' = @(,@('*', '-'))
    'report-notifications get' = @(,@('*', '-'))
    'report-notifications update' = @(,@('*', '-'))
    'report-notifications delete' = @(,@('*', '-'))
    'report-notifications activate' = @(,@('*', '-'))
    'report-notifications deactivate' = @(,@('*', '-'))
    'cost-reports list' = @(,@('*', '-'))
    'cost-reports create' = @(,@('*', '-'))
    'cost-reports get' = @(,@('*', '-'))
    'cost-reports update' = @(,@('*', '-'))
    'cost-reports delete' = @(,@('*', '-'))
    'cost-reports get-data' = @(,@('*', '-'))
    'cost-filters translate' = @(,@('*', '-'))
    'cost-alerts list' = @(,@('*', '-'))
    'cost-alerts create' = @(,@('*', '-'))
    'cost-alerts get' = @(,@('*', '-'))
    'cost-alerts update' = @(,@('*', '-'))
    'cost-alerts delete' = @(,@('*', '-'))
    'cost-alerts get-events' = @(,@('*', '-'))
    'cost-alerts pause' = @(,@('*', '-'))
    'cost-alerts resume' = @(,@('*', '-'))
    'budgets list' = @(,@('*', '-'))
    'budgets create' = @(,@('*', '-'))
    'budgets get' = @(,@('*', '-'))
    'budgets update' = @(,@('*', '-'))
    'budgets delete' = @(,@('*', '-'))
    'billing entitlement' = @(,@('*', '-'))
    'billing metered-usage' = @(,@('*', '-'))
    'anomalies list' = @(,@('*', '-'))
    'anomalies acknowledge' = @(,@('*', '-'))
    'allocation rules-list' = @(,@('*', '-'))
    'allocation rules-create' = @(,@('*', '-'))
    'allocation rules-update' = @(,@('*', '-'))
    'allocation rules-delete' = @(,@('*', '-'))
    'allocation rules-reorder' = @(,@('*', '-'))
    'allocation rules-preview' = @(,@('*', '-'))
    'allocation coverage-read' = @(,@('*', '-'))
    'allocation segments-list' = @(,@('*', '-'))
    'allocation segments-create' = @(,@('*', '-'))
    'allocation segments-update' = @(,@('*', '-'))
    'allocation segments-delete' = @(,@('*', '-'))
    'teams list' = @(,@('*', '-'))
    'teams create' = @(,@('*', '-'))
    'teams get' = @(,@('*', '-'))
    'teams update' = @(,@('*', '-'))
    'teams delete' = @(,@('*', '-'))
    'teams add-member' = @(,@('*', '-'))
    'teams update-member' = @(,@('*', '-'))
    'teams remove-member' = @(,@('*', '-'))
    'teams list-workspace-access' = @(,@('*', '-'))
    'teams set-workspace-access' = @(,@('*', '-'))
    'teams remove-workspace-access' = @(,@('*', '-'))
    'apps list' = @(,@('*', '-'))
    'apps create' = @(,@('*', '-'))
    'apps get' = @(,@('*', '-'))
    'apps update' = @(,@('*', '-'))
    'apps delete' = @(,@('*', '-'))
    'audit-log list' = @(,@('*', '-'))
    'contracting data-processing-agreement-status' = @(,@('*', '-'))
    'utility current-token-info' = @(,@('*', '-'))
    'utility health-check' = @(,@('*', '-'))
}

Register-ArgumentCompleter -Native -CommandName costctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $typed = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
        ForEach-Object { $_.ToString() })
    $command = $typed[0]
    $typed = @($typed | Select-Object -Skip 1)

    function Show-Word($value, $description) {
        if ($value -notlike "$wordToComplete*") { return }
        $text = if ($value -match '[\s''"$;&|]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        $tip = if ($description) { $description } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
    }

    # Asks costctl itself: for what the service has, and for what an imported document brought.
    function Request-Word($kind) {
        $null | & $command __complete $kind "=$wordToComplete" @typed 2>$null | ForEach-Object {
            $value, $description = $_ -split "`t", 2
            Show-Word $value $description
        }
    }

    # The folder of the imported documents, if there is one.
    function Get-Imported {
        if ($env:COSTCTL_CONFIG_DIR) {
            if (Test-Path "$env:COSTCTL_CONFIG_DIR/described") { return "$env:COSTCTL_CONFIG_DIR/described" }
            return ''
        }
        $folder = if ($env:XDG_CONFIG_HOME) { $env:XDG_CONFIG_HOME } else { "$HOME/.config" }
        foreach ($one in $folder, "$HOME/Library/Preferences", $env:APPDATA) {
            if ($one -and (Test-Path "$one/costctl/described")) { return "$one/costctl/described" }
        }
        return ''
    }

    # The words that imported documents add behind a path: their imports wrote them to files.
    function Get-More($path) {
        $folder = Get-Imported
        if (-not $folder) { return }
        Select-String -Path "$folder/*.words" -Pattern "^/$path\t" -CaseSensitive -ErrorAction SilentlyContinue | ForEach-Object {
            foreach ($one in $_.Line.Split("`t") | Select-Object -Skip 1) { , @($one -split ':', 2) }
        }
    }

    function Show-More {
        $known = @($costctl_words[$path] | ForEach-Object { $_[0] })
        foreach ($one in $more) { if ($known -cnotcontains $one[0]) { Show-Word $one[0] $one[1] } }
    }

    # The options and arguments of an imported command are in no table: costctl itself reads the line.
    function Request-Line {
        if (Get-Imported) { Request-Word 'line' }
    }

    function Show-Kind($kind) {
        if ($kind.StartsWith('=')) { $kind.Substring(1) -split ',' | ForEach-Object { Show-Word $_ '' } }
        elseif ($kind.StartsWith('@')) { Request-Word $kind.Substring(1) }
        elseif ($kind -eq 'file') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete) }
    }

    function Get-Kind($option) {
        foreach ($row in @($costctl_options[$path]) + @($costctl_options['']) + @($costctl_options['+'])) {
            if ($row -and $row[0] -ceq $option) { return $row[1] }
        }
        return ''
    }

    $path = ''
    $place = 0
    $wanted = ''
    $helping = $false
    $lost = $false
    $more = @(Get-More '')
    foreach ($word in $typed) {
        if ($wanted) { $wanted = ''; continue }
        if ($word.StartsWith('-')) {
            if (-not $word.Contains('=')) { $wanted = Get-Kind $word }
            continue
        }
        if ($word -ceq 'help' -and $path -eq '' -and -not $helping) { $helping = $true; continue }
        if ($lost) { continue }
        $next = ''
        $added = $false
        foreach ($row in $more) { if ($row[0] -ceq $word) { $next = $word; $added = $true } }
        foreach ($row in @($costctl_words[$path])) { if ($row -and $row[0] -ceq $word) { $next = $word } }
        foreach ($row in @($costctl_aliases[$path])) { if ($row -and $row[0] -ceq $word) { $next = $row[1] } }
        if ($next) {
            $path = "$path $next".Trim()
            $more = @(Get-More $path)
            # A command of an imported document has nothing but options and arguments.
            if ($added -and $more.Count -eq 0) { $lost = $true }
        } else {
            if ($costctl_words.ContainsKey($path) -or $more.Count -gt 0) { $lost = $true }
            $place++
        }
    }
    if ($lost) { return Request-Line }

    if ($wanted) { return Show-Kind $wanted }
    if ($helping) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
        Show-More
        if ($path -eq '') { foreach ($row in $costctl_words['help']) { Show-Word $row[0] $row[1] } }
        return
    }
    if ($wordToComplete.StartsWith('-')) {
        $rows = @($costctl_options[$path])
        if ($rows[-1] -and $rows[-1][0] -eq '+') { $rows = @($rows | Select-Object -SkipLast 1) + @($costctl_options['+']) }
        if ($path -ne '') { $rows += @($costctl_options['']) }
        $found = @(foreach ($row in $rows) { if ($row) { Show-Word $row[0] $row[2] } })
        if ($found.Count -gt 0) { return $found }
        return Request-Line
    } elseif ($costctl_words.ContainsKey($path) -or $more.Count -gt 0) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
        Show-More
    } else {
        foreach ($row in @($costctl_arguments[$path])) {
            if ($row -and ($row[0] -eq "$place" -or $row[0] -eq '*')) { return Show-Kind $row[1] }
        }
    }
}
