# fish completion for costctl. Written by npm run build.

set -g __costctl_words \
    '	profiles	Saved addresses, tokens and defaults' \
    '	workspaces	Workspaces and the provider connections in them' \
    '	virtual-tags	Virtual tags' \
    '	providers	Connected cloud platforms and integrations' \
    '	metrics	Business metrics, such as orders, and their daily values' \
    '	filters	Saved filters of a workspace' \
    '	users	Members and invitations (needs an organization token)' \
    '	rates	Exchange rates and the rate policy' \
    '	costs	Cost rows: read, export, sum, compare and check them' \
    '	config	Settings as code: pull, review and apply them as a file' \
    '	api	Send any request to the service; list and import its operations' \
    '	sandbox	The embedded emulation of the service, for trials and tests' \
    '	undo	List the latest changes, or restore the record that a change replaced or deleted' \
    '	schema	Print the commands, their options and the schemas of their results as JSON' \
    '	mcp	Answer the cost questions of an AI assistant (MCP, on stdin and stdout)' \
    '	whoami	Show the profile, address, kind of token and workspace in use' \
    '	doctor	Check configuration, address, token, proxy and clock, and say what to do' \
    '	completion	Completion scripts for bash, zsh, fish and PowerShell' \
    '	tag-keys	Tag keys' \
    '	folders	Folders' \
    '	dashboards	Dashboards' \
    '	custom-provider	Custom provider' \
    '	kubernetes	Kubernetes' \
    '	report-notifications	Report notifications' \
    '	cost-reports	Cost reports' \
    '	cost-filters	Cost filters' \
    '	cost-alerts	Cost alerts' \
    '	budgets	Budgets' \
    '	billing	Billing' \
    '	anomalies	Anomalies' \
    '	allocation	Allocation' \
    '	teams	Teams' \
    '	apps	Apps' \
    '	audit-log	Audit log' \
    '	contracting	Contracting' \
    '	utility	Utility' \
    '	help	Help on a group, an action or a topic' \
    'profiles	add	Save an address, a token and a workspace under a name' \
    'profiles	list	List the profiles' \
    'profiles	show	Show each setting, its value and where it comes from' \
    'profiles	path	Print where the profiles are stored' \
    'profiles	set	Change the settings of a profile; key= clears one' \
    'profiles	use	Make a profile the current one; sandbox is built in' \
    'profiles	rename	Give a profile another name' \
    'profiles	remove	Remove a profile and its stored token' \
    'workspaces	list	List the organization\'s workspaces' \
    'workspaces	get	Show one workspace' \
    'workspaces	create	Create a workspace' \
    'workspaces	update	Update a workspace' \
    'workspaces	edit	Edit a workspace in your editor' \
    'workspaces	delete	Delete a workspace and everything in it, irrecoverably' \
    'workspaces	providers	Provider connections enabled in a workspace' \
    'workspaces providers	list	List the connections of a workspace' \
    'workspaces providers	get	Show one connection and the accounts the workspace reads' \
    'workspaces providers	enable	Enable a connection in a workspace; sends exactly the given body' \
    'workspaces providers	update	Turn a connection on or off, or replace the accounts it reads' \
    'workspaces providers	remove	Stop reading a connection in a workspace' \
    'virtual-tags	create	Create a virtual tag' \
    'virtual-tags	list	Named by the service; its path is not published (see costctl api import)' \
    'virtual-tags	get	Named by the service; its path is not published (see costctl api import)' \
    'virtual-tags	update	Named by the service; its path is not published (see costctl api import)' \
    'virtual-tags	delete	Named by the service; its path is not published (see costctl api import)' \
    'virtual-tags	activate	Named by the service; its path is not published (see costctl api import)' \
    'virtual-tags	deactivate	Named by the service; its path is not published (see costctl api import)' \
    'providers	list	List the connected providers' \
    'providers	get	Show one provider' \
    'providers	connect	Connect a cloud platform or integration' \
    'providers	update	Change a provider; only what is given is sent' \
    'providers	delete	Disconnect and remove a provider' \
    'providers	available	List the kinds of provider that can be connected' \
    'providers	history	Show a provider\'s sync runs' \
    'providers	test	Test credentials and connectivity; exit 11 if one fails' \
    'providers	sync	Start a sync run' \
    'providers	status	Show whether the syncs of each provider work: the last one, the next one and the last error' \
    'providers	cloud-connector	Named by the service; its path is not published (see costctl api import)' \
    'providers	provision-service-account	Named by the service; its path is not published (see costctl api import)' \
    'metrics	list	List the business metrics of a workspace' \
    'metrics	get	Show one business metric' \
    'metrics	create	Create a business metric' \
    'metrics	update	Rename a business metric or its unit; its label columns stay' \
    'metrics	delete	Delete a business metric and all its values' \
    'metrics	values	List the values of a business metric by day; csv has one column per label' \
    'metrics	summary	Add up the values of a business metric by month and label, exactly' \
    'metrics	gaps	List the days without a value, from the first value to yesterday' \
    'metrics	set	Set the value of one day, for one combination of labels' \
    'metrics	import	Import the values of a file: check all of it, then send it; safe to run again' \
    'metrics	diff	List what importing a file would create and update, and which stored values it lacks' \
    'filters	list	List the saved filters of a workspace' \
    'filters	get	Show one saved filter' \
    'filters	create	Create a saved filter' \
    'filters	update	Change a saved filter; what is not given stays as it is' \
    'filters	delete	Delete a saved filter' \
    'users	list	List members and pending invitations' \
    'users	get	Show one user' \
    'users	invite	Invite one person, or all in a file' \
    'rates	get	Show the rate of a pair on a day' \
    'rates	list	List the rates of a day' \
    'rates	convert	Convert an amount at the rate of a day, exactly' \
    'rates	history	Show the rate of a pair on each day of a period' \
    'rates	policy	Show the workspace\'s exchange rate policy, which is read-only' \
    'costs	columns	Describe the columns of cost rows' \
    'costs	list	List cost rows' \
    'costs	export	Export any number of cost rows to a file' \
    'costs	verify	Check that an export, close pack or mirror is unaltered' \
    'costs	summary	Add up costs by columns and by period' \
    'costs	trend	Show the last months, weeks or days side by side' \
    'costs	compare	Compare two periods' \
    'costs	explain	Explain why the cost changed: causes that add up, and where it happened' \
    'costs	unit	Divide cost by a business metric' \
    'costs	chart	Draw costs as bars, in the terminal or as a picture' \
    'costs	check	Check costs against limits: exit 11 if one is exceeded' \
    'costs	freshness	Show whether the rows of each provider are there' \
    'costs	allocate	Share common cost among teams, products or any column' \
    'costs	outlook	Forecast the month-end cost' \
    'costs	anomalies	List days with unusual cost' \
    'costs	coverage	Show how much of the cost has the tags it needs, and what lacks them' \
    'costs	reconcile	Compare an invoice with the rows, and classify every difference' \
    'costs	report	Write a monthly report' \
    'costs	close	Freeze a month in a folder: rows, receipt, rates, figures, report' \
    'costs	mirror	Keep a local table of cost rows up to date, as Parquet files' \
    'costs	query	Query a mirror in SQL; the table is called costs' \
    'costs	focus-check	Check a csv or Parquet file against the rules of FOCUS' \
    'costs	forecast	Named by the service; its path is not published (see costctl api import)' \
    'costs	data-summary	Named by the service; its path is not published (see costctl api import)' \
    'config	pull	Save current settings to a file' \
    'config	validate	Check all of a settings file that can be checked without the service' \
    'config	plan	Show what an apply would change, field by field' \
    'config	apply	Change the service to match a settings file or a saved plan' \
    'config	schema	Print the JSON Schema of a settings file, for editors' \
    'api	GET	Send a GET request' \
    'api	HEAD	Send a HEAD request' \
    'api	POST	Send a POST request' \
    'api	PUT	Send a PUT request' \
    'api	PATCH	Send a PATCH request' \
    'api	DELETE	Send a DELETE request' \
    'api	request	Send a request and print the body as received; the word request may be left out' \
    'api	operations	List every operation of the service: built in, imported, or path not published' \
    'api	import	Import the service\'s own OpenAPI document: its operations become commands' \
    'api	documents	List the documents imported for the address, or forget one of them' \
    'api	diff	Show where the imported document and this program disagree' \
    'sandbox	serve	Serve the sandbox over HTTP until it is interrupted; then exit 0' \
    'sandbox	reset	Forget everything that was changed in the sandbox' \
    'completion	bash	Print the completion script for bash' \
    'completion	zsh	Print the completion script for zsh' \
    'completion	fish	Print the completion script for fish' \
    'completion	powershell	Print the completion script for PowerShell' \
    'tag-keys	list	Named by the service; its path is not published (see costctl api import)' \
    'tag-keys	get	Named by the service; its path is not published (see costctl api import)' \
    'tag-keys	delete	Named by the service; its path is not published (see costctl api import)' \
    'folders	list	Named by the service; its path is not published (see costctl api import)' \
    'folders	create	Named by the service; its path is not published (see costctl api import)' \
    'folders	get	Named by the service; its path is not published (see costctl api import)' \
    'folders	update	Named by the service; its path is not published (see costctl api import)' \
    'folders	delete	Named by the service; its path is not published (see costctl api import)' \
    'folders	set-saved-filter	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	list	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	create	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	get	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	update	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	delete	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	widget-create	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	widget-get	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	widget-update	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	widget-delete	Named by the service; its path is not published (see costctl api import)' \
    'dashboards	set-saved-filter	Named by the service; its path is not published (see costctl api import)' \
    'custom-provider	submit-costs-batch	Named by the service; its path is not published (see costctl api import)' \
    'custom-provider	list-uploads	Named by the service; its path is not published (see costctl api import)' \
    'custom-provider	upload-cost-files	Named by the service; its path is not published (see costctl api import)' \
    'custom-provider	get-upload	Named by the service; its path is not published (see costctl api import)' \
    'custom-provider	delete-upload	Named by the service; its path is not published (see costctl api import)' \
    'kubernetes	report-usage	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	list	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	create	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	get	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	update	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	delete	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	activate	Named by the service; its path is not published (see costctl api import)' \
    'report-notifications	deactivate	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	list	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	create	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	get	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	update	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	delete	Named by the service; its path is not published (see costctl api import)' \
    'cost-reports	get-data	Named by the service; its path is not published (see costctl api import)' \
    'cost-filters	translate	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	list	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	create	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	get	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	update	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	delete	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	get-events	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	pause	Named by the service; its path is not published (see costctl api import)' \
    'cost-alerts	resume	Named by the service; its path is not published (see costctl api import)' \
    'budgets	list	Named by the service; its path is not published (see costctl api import)' \
    'budgets	create	Named by the service; its path is not published (see costctl api import)' \
    'budgets	get	Named by the service; its path is not published (see costctl api import)' \
    'budgets	update	Named by the service; its path is not published (see costctl api import)' \
    'budgets	delete	Named by the service; its path is not published (see costctl api import)' \
    'billing	entitlement	Named by the service; its path is not published (see costctl api import)' \
    'billing	metered-usage	Named by the service; its path is not published (see costctl api import)' \
    'anomalies	list	Named by the service; its path is not published (see costctl api import)' \
    'anomalies	acknowledge	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-list	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-create	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-update	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-delete	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-reorder	Named by the service; its path is not published (see costctl api import)' \
    'allocation	rules-preview	Named by the service; its path is not published (see costctl api import)' \
    'allocation	coverage-read	Named by the service; its path is not published (see costctl api import)' \
    'allocation	segments-list	Named by the service; its path is not published (see costctl api import)' \
    'allocation	segments-create	Named by the service; its path is not published (see costctl api import)' \
    'allocation	segments-update	Named by the service; its path is not published (see costctl api import)' \
    'allocation	segments-delete	Named by the service; its path is not published (see costctl api import)' \
    'teams	list	Named by the service; its path is not published (see costctl api import)' \
    'teams	create	Named by the service; its path is not published (see costctl api import)' \
    'teams	get	Named by the service; its path is not published (see costctl api import)' \
    'teams	update	Named by the service; its path is not published (see costctl api import)' \
    'teams	delete	Named by the service; its path is not published (see costctl api import)' \
    'teams	add-member	Named by the service; its path is not published (see costctl api import)' \
    'teams	update-member	Named by the service; its path is not published (see costctl api import)' \
    'teams	remove-member	Named by the service; its path is not published (see costctl api import)' \
    'teams	list-workspace-access	Named by the service; its path is not published (see costctl api import)' \
    'teams	set-workspace-access	Named by the service; its path is not published (see costctl api import)' \
    'teams	remove-workspace-access	Named by the service; its path is not published (see costctl api import)' \
    'apps	list	Named by the service; its path is not published (see costctl api import)' \
    'apps	create	Named by the service; its path is not published (see costctl api import)' \
    'apps	get	Named by the service; its path is not published (see costctl api import)' \
    'apps	update	Named by the service; its path is not published (see costctl api import)' \
    'apps	delete	Named by the service; its path is not published (see costctl api import)' \
    'audit-log	list	Named by the service; its path is not published (see costctl api import)' \
    'contracting	data-processing-agreement-status	Named by the service; its path is not published (see costctl api import)' \
    'utility	current-token-info	Named by the service; its path is not published (see costctl api import)' \
    'utility	health-check	Named by the service; its path is not published (see costctl api import)' \
    'help	exit-codes	What the exit status says' \
    'help	environment	Variables, and which setting takes precedence' \
    'help	output	Formats, files and columns' \
    'help	query	Select parts of a result with JMESPath' \
    'help	conditions	Keep rows with --where' \
    'help	pages	The pages of the documents' \
    'help	start	Install, the sandbox, connect' \
    'help	questions	Questions about costs' \
    'help	imports	Business metrics and their values' \
    'help	decisions	Checks, budgets, allocation, outlook, anomalies, coverage' \
    'help	outlook-method	How an outlook is made' \
    'help	month-end	Report, close, verify' \
    'help	mirror	A local table for SQL and other engines' \
    'help	focus	FOCUS, the open format of cost data' \
    'help	pipelines	Pipelines and scripts' \
    'help	settings-as-code	Pull, plan and apply settings' \
    'help	integrations	Schema, MCP, completions, imported operations' \
    'help	reference	Settings, profiles, output, exit codes, undo' \
    'help	trust	Promises, limits, speed' \
    'help	glossary	Each word in one line' \

set -g __costctl_aliases \
    'profiles	ls	list' \
    'profiles	rm	remove' \
    'workspaces	ls	list' \
    'workspaces	rm	delete' \
    'workspaces providers	ls	list' \
    'workspaces providers	rm	remove' \
    'virtual-tags	ls	list' \
    'virtual-tags	rm	delete' \
    'providers	ls	list' \
    'providers	rm	delete' \
    'metrics	ls	list' \
    'metrics	rm	delete' \
    'filters	ls	list' \
    'filters	rm	delete' \
    'users	ls	list' \
    'rates	ls	list' \
    'costs	ls	list' \
    'tag-keys	ls	list' \
    'tag-keys	rm	delete' \
    'folders	ls	list' \
    'folders	rm	delete' \
    'dashboards	ls	list' \
    'dashboards	rm	delete' \
    'report-notifications	ls	list' \
    'report-notifications	rm	delete' \
    'cost-reports	ls	list' \
    'cost-reports	rm	delete' \
    'cost-alerts	ls	list' \
    'cost-alerts	rm	delete' \
    'budgets	ls	list' \
    'budgets	rm	delete' \
    'anomalies	ls	list' \
    'teams	ls	list' \
    'teams	rm	delete' \
    'apps	ls	list' \
    'apps	rm	delete' \
    'audit-log	ls	list' \

set -g __costctl_options \
    '	-V		print the version' \
    '	--version		print the version' \
    '	-p	@profiles	use this profile' \
    '	--profile	@profiles	use this profile' \
    '	--base-url	-	address of the service' \
    '	-w	@workspaces	workspace to work in' \
    '	--workspace	@workspaces	workspace to work in' \
    '	-o	=table,json,ndjson,csv,tsv,yaml,markdown,xlsx,junit,github	format of the result: table, json, ndjson, csv, tsv, yaml, markdown, xlsx, junit, github (default table)' \
    '	--output	=table,json,ndjson,csv,tsv,yaml,markdown,xlsx,junit,github	format of the result: table, json, ndjson, csv, tsv, yaml, markdown, xlsx, junit, github (default table)' \
    '	--max-wait	-	longest wait for the rate limit (default 300)' \
    '	--timeout	-	time limit of one request (default 60)' \
    '	--retries	-	retries of a failed request (default 4)' \
    '	--concurrency	-	parallel requests, 1 to 16 (default 4)' \
    '	--no-color		no colours' \
    '	-q		no notes, no progress' \
    '	--quiet		no notes, no progress' \
    '	--debug		a line on stderr for each request and response' \
    '	--no-input		never prompt, as without a terminal' \
    '	--sandbox		run against the embedded emulation of the service' \
    '	-h		show this help' \
    '	--help		show this help' \
    'profiles add	--token-stdin		read the token from stdin and store it' \
    'profiles add	--token-file	file	read the token from a file now and store it' \
    'profiles add	--token-command	-	store a command that prints the token' \
    'profiles add	--no-verify		do not test the address and the token' \
    'profiles add	--use		make it the current profile (the first one always is)' \
    'profiles add	--dry-run		print what would change, and change nothing' \
    'profiles add	+		' \
    'profiles list	+		' \
    'profiles show	+		' \
    'profiles path	+		' \
    'profiles set	--token-stdin		read the token from stdin and store it' \
    'profiles set	--token-file	file	read the token from a file now and store it' \
    'profiles set	--token-command	-	store a command that prints the token' \
    'profiles set	--dry-run		print what would change, and change nothing' \
    'profiles set	+		' \
    'profiles use	--dry-run		print what would change, and change nothing' \
    'profiles use	+		' \
    'profiles rename	--dry-run		print what would change, and change nothing' \
    'profiles rename	+		' \
    'profiles remove	--dry-run		print what would change, and change nothing' \
    'profiles remove	-y		do not ask for confirmation' \
    'profiles remove	--yes		do not ask for confirmation' \
    'profiles remove	+		' \
    'workspaces list	--max	-	stop after n items' \
    'workspaces list	--page	-	read only this page' \
    'workspaces list	--limit	-	items per page' \
    'workspaces list	--param	-	add a query parameter (repeatable)' \
    'workspaces list	+		' \
    'workspaces get	+		' \
    'workspaces create	--data	-	body as JSON, @file, or - for stdin' \
    'workspaces create	--set	-	set a text property; a.b=c nests (repeatable)' \
    'workspaces create	--set-json	-	set a property to a JSON value (repeatable)' \
    'workspaces create	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces create	+		' \
    'workspaces update	--merge		read the record, apply the changes, send all of it (else only the changes)' \
    'workspaces update	--data	-	body as JSON, @file, or - for stdin' \
    'workspaces update	--set	-	set a text property; a.b=c nests (repeatable)' \
    'workspaces update	--set-json	-	set a property to a JSON value (repeatable)' \
    'workspaces update	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces update	+		' \
    'workspaces edit	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces edit	+		' \
    'workspaces delete	--confirm	-	the id again, instead of typing it at the prompt' \
    'workspaces delete	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces delete	+		' \
    'workspaces providers list	--max	-	stop after n items' \
    'workspaces providers list	--page	-	read only this page' \
    'workspaces providers list	--limit	-	items per page' \
    'workspaces providers list	--param	-	add a query parameter (repeatable)' \
    'workspaces providers list	--all-workspaces		read every workspace that the token can list; a column names each' \
    'workspaces providers list	--matrix		a row for each provider and a column for each workspace' \
    'workspaces providers list	+		' \
    'workspaces providers get	+		' \
    'workspaces providers enable	--data	-	body as JSON, @file, or - for stdin' \
    'workspaces providers enable	--set	-	set a text property; a.b=c nests (repeatable)' \
    'workspaces providers enable	--set-json	-	set a property to a JSON value (repeatable)' \
    'workspaces providers enable	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces providers enable	+		' \
    'workspaces providers update	--merge		read the record, apply the changes, send all of it (else only the changes)' \
    'workspaces providers update	--data	-	body as JSON, @file, or - for stdin' \
    'workspaces providers update	--set	-	set a text property; a.b=c nests (repeatable)' \
    'workspaces providers update	--set-json	-	set a property to a JSON value (repeatable)' \
    'workspaces providers update	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces providers update	+		' \
    'workspaces providers remove	--dry-run		print the request that would be sent, and send nothing' \
    'workspaces providers remove	-y		do not ask for confirmation' \
    'workspaces providers remove	--yes		do not ask for confirmation' \
    'workspaces providers remove	+		' \
    'virtual-tags create	--data	-	body as JSON, @file, or - for stdin' \
    'virtual-tags create	--set	-	set a text property; a.b=c nests (repeatable)' \
    'virtual-tags create	--set-json	-	set a property to a JSON value (repeatable)' \
    'virtual-tags create	--dry-run		print the request that would be sent, and send nothing' \
    'virtual-tags create	+		' \
    'virtual-tags list	+		' \
    'virtual-tags get	+		' \
    'virtual-tags update	+		' \
    'virtual-tags delete	+		' \
    'virtual-tags activate	+		' \
    'virtual-tags deactivate	+		' \
    'providers list	--max	-	stop after n items' \
    'providers list	--page	-	read only this page' \
    'providers list	--limit	-	items per page' \
    'providers list	--param	-	add a query parameter (repeatable)' \
    'providers list	--type	-	only this type' \
    'providers list	--tree		each provider below its parent' \
    'providers list	+		' \
    'providers get	+		' \
    'providers connect	--key	-	kind of provider; costctl providers available lists them' \
    'providers connect	--credential	-	a credential: name=@file, name=env:VARIABLE or name=value (repeatable)' \
    'providers connect	--credentials	-	all credentials as a JSON object: @file, or - for stdin' \
    'providers connect	--name	-	name, at most 255 characters' \
    'providers connect	--description	-	description, at most 1000 characters' \
    'providers connect	--external-id	-	id at the cloud platform' \
    'providers connect	--setting	-	a setting (repeatable)' \
    'providers connect	--sync-every	-	minutes from one sync to the next, 60 to 1440' \
    'providers connect	--parent	@providers	provider that this one belongs to' \
    'providers connect	--dry-run		print the request that would be sent, and send nothing' \
    'providers connect	+		' \
    'providers update	--description	-	description, at most 1000 characters' \
    'providers update	--external-id	-	id at the cloud platform' \
    'providers update	--setting	-	a setting (repeatable)' \
    'providers update	--sync-every	-	minutes from one sync to the next, 60 to 1440' \
    'providers update	--credential	-	a credential: name=@file, name=env:VARIABLE or name=value (repeatable)' \
    'providers update	--credentials	-	all credentials as a JSON object: @file, or - for stdin' \
    'providers update	--clear	=description,external-id,credentials,settings,sync-every	set to null: description, external-id, credentials, settings, sync-every (repeatable)' \
    'providers update	--partial		send credentials even if a required one is missing' \
    'providers update	--test		test the provider afterwards; exit 11 if that fails' \
    'providers update	--dry-run		print the request that would be sent, and send nothing' \
    'providers update	+		' \
    'providers delete	--dry-run		print the request that would be sent, and send nothing' \
    'providers delete	-y		do not ask for confirmation' \
    'providers delete	--yes		do not ask for confirmation' \
    'providers delete	+		' \
    'providers available	+		' \
    'providers history	--limit	-	at most this many runs' \
    'providers history	+		' \
    'providers test	--all		test every provider' \
    'providers test	+		' \
    'providers sync	--full		ask for a complete re-sync' \
    'providers sync	--wait		wait for the run to end; exit 11 if it fails' \
    'providers sync	--wait-timeout	-	stop waiting after this many seconds (default 3600)' \
    'providers sync	--dry-run		print the request that would be sent, and send nothing' \
    'providers sync	+		' \
    'providers status	--check		exit 11 if a provider is failing, overdue, or has missed its first sync; exit 9 if one cannot be judged, or no provider is found' \
    'providers status	--stale	-	like --check, and a sync older than this counts as overdue' \
    'providers status	+		' \
    'providers cloud-connector	+		' \
    'providers provision-service-account	+		' \
    'metrics list	--max	-	stop after n items' \
    'metrics list	--page	-	read only this page' \
    'metrics list	--limit	-	items per page' \
    'metrics list	--param	-	add a query parameter (repeatable)' \
    'metrics list	--all-workspaces		read every workspace that the token can list; a column names each' \
    'metrics list	+		' \
    'metrics get	+		' \
    'metrics create	--name	-	name' \
    'metrics create	--unit	-	what is counted, such as order' \
    'metrics create	--label-column	-	a label that distinguishes values of one day (repeatable)' \
    'metrics create	--dry-run		print the request that would be sent, and send nothing' \
    'metrics create	+		' \
    'metrics update	--name	-	new name' \
    'metrics update	--unit	-	new unit' \
    'metrics update	--dry-run		print the request that would be sent, and send nothing' \
    'metrics update	+		' \
    'metrics delete	--dry-run		print the request that would be sent, and send nothing' \
    'metrics delete	-y		do not ask for confirmation' \
    'metrics delete	--yes		do not ask for confirmation' \
    'metrics delete	+		' \
    'metrics values	--from	-	first day, such as 2026-10-01, in UTC' \
    'metrics values	--to	-	last day, included' \
    'metrics values	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'metrics values	--month	-	a calendar month, such as 2026-10' \
    'metrics values	--quarter	-	a calendar quarter, such as 2026Q3' \
    'metrics values	--year	-	a calendar year, such as 2026' \
    'metrics values	--last-month		the calendar month before this one' \
    'metrics values	--month-to-date		this month, up to yesterday' \
    'metrics values	--year-to-date		this year, up to yesterday' \
    'metrics values	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'metrics values	--max	-	stop after n items' \
    'metrics values	--page	-	read only this page' \
    'metrics values	--limit	-	items per page' \
    'metrics values	--param	-	add a query parameter (repeatable)' \
    'metrics values	+		' \
    'metrics summary	--by	-	a label to list separately (repeatable); without it all are added together' \
    'metrics summary	--granularity	=day,week,month	day, week, month (default month)' \
    'metrics summary	--from	-	first day, such as 2026-10-01, in UTC' \
    'metrics summary	--to	-	last day, included' \
    'metrics summary	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'metrics summary	--month	-	a calendar month, such as 2026-10' \
    'metrics summary	--quarter	-	a calendar quarter, such as 2026Q3' \
    'metrics summary	--year	-	a calendar year, such as 2026' \
    'metrics summary	--last-month		the calendar month before this one' \
    'metrics summary	--month-to-date		this month, up to yesterday' \
    'metrics summary	--year-to-date		this year, up to yesterday' \
    'metrics summary	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'metrics summary	+		' \
    'metrics gaps	--by	-	check each value of this label separately (repeatable)' \
    'metrics gaps	--check		exit 11 if a day has no value' \
    'metrics gaps	--from	-	first day, such as 2026-10-01, in UTC' \
    'metrics gaps	--to	-	last day, included' \
    'metrics gaps	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'metrics gaps	--month	-	a calendar month, such as 2026-10' \
    'metrics gaps	--quarter	-	a calendar quarter, such as 2026Q3' \
    'metrics gaps	--year	-	a calendar year, such as 2026' \
    'metrics gaps	--last-month		the calendar month before this one' \
    'metrics gaps	--month-to-date		this month, up to yesterday' \
    'metrics gaps	--year-to-date		this year, up to yesterday' \
    'metrics gaps	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'metrics gaps	+		' \
    'metrics set	--date	-	the day' \
    'metrics set	--amount	-	the value, sent exactly as given' \
    'metrics set	--label	-	a label (repeatable)' \
    'metrics set	--dry-run		print the request that would be sent, and send nothing' \
    'metrics set	+		' \
    'metrics import	--format	=json,ndjson,csv,tsv,xlsx	json, ndjson, csv, tsv, xlsx (default: by the file\'s name or first byte)' \
    'metrics import	--delimiter	=tab	separator of a CSV file: , ; or tab (default: by its header)' \
    'metrics import	--sheet	-	sheet of a workbook (default: the first)' \
    'metrics import	--excel-precision		read numbers of a workbook with the 15 digits that Excel shows' \
    'metrics import	--decimal-comma		amounts are written as 1.234,56' \
    'metrics import	--date-format	=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY	how days are written, such as DD.MM.YYYY or MM/DD/YYYY' \
    'metrics import	--map	-	names of columns in the file: date=Day,amount=Orders' \
    'metrics import	--ignore-extra		ignore columns that are neither date, amount nor label' \
    'metrics import	--allow-missing-labels		accept rows that lack a label' \
    'metrics import	--trim		remove spaces around labels' \
    'metrics import	--duplicates	=first,last,sum	which amount counts if a day and its labels have several: first, last, or sum of all' \
    'metrics import	--strict		fail on new labels, future days and negative amounts' \
    'metrics import	--skip-invalid		continue without the rows that cannot be used, and exit 9' \
    'metrics import	--rejects	file	write the rows left out, with line and reason, as CSV' \
    'metrics import	--batch-size	-	values per request (default 1000)' \
    'metrics import	--dry-run		read what is stored and report what would change; send nothing' \
    'metrics import	--check		a dry run that exits 11 if anything would change' \
    'metrics import	--verify		read the values back and compare' \
    'metrics import	--zero-extra		set to 0 what is stored for the file\'s days but missing in the file' \
    'metrics import	-O	file	write the result to a file; its extension selects the format' \
    'metrics import	--out-file	file	write the result to a file; its extension selects the format' \
    'metrics import	--columns	-	select and order columns; b.c is the field c of b' \
    'metrics import	--query	-	apply a JMESPath expression to the whole result' \
    'metrics import	-r		print a string without quotes' \
    'metrics import	--raw		print a string without quotes' \
    'metrics import	--no-header		leave out the header row of csv and tsv' \
    'metrics import	--spreadsheet-safe		prefix formulas with \'' \
    'metrics import	--bom		begin csv with a byte order mark, for Excel' \
    'metrics import	--exact		show all digits of amounts and numbers in table and markdown' \
    'metrics diff	--format	=json,ndjson,csv,tsv,xlsx	json, ndjson, csv, tsv, xlsx (default: by the file\'s name or first byte)' \
    'metrics diff	--delimiter	=tab	separator of a CSV file: , ; or tab (default: by its header)' \
    'metrics diff	--sheet	-	sheet of a workbook (default: the first)' \
    'metrics diff	--excel-precision		read numbers of a workbook with the 15 digits that Excel shows' \
    'metrics diff	--decimal-comma		amounts are written as 1.234,56' \
    'metrics diff	--date-format	=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY	how days are written, such as DD.MM.YYYY or MM/DD/YYYY' \
    'metrics diff	--map	-	names of columns in the file: date=Day,amount=Orders' \
    'metrics diff	--ignore-extra		ignore columns that are neither date, amount nor label' \
    'metrics diff	--allow-missing-labels		accept rows that lack a label' \
    'metrics diff	--trim		remove spaces around labels' \
    'metrics diff	--duplicates	=first,last,sum	which amount counts if a day and its labels have several: first, last, or sum of all' \
    'metrics diff	--strict		fail on new labels, future days and negative amounts' \
    'metrics diff	--skip-invalid		continue without the rows that cannot be used, and exit 9' \
    'metrics diff	--rejects	file	write the rows left out, with line and reason, as CSV' \
    'metrics diff	--check		exit 11 if an import would change anything' \
    'metrics diff	-O	file	write the result to a file; its extension selects the format' \
    'metrics diff	--out-file	file	write the result to a file; its extension selects the format' \
    'metrics diff	--columns	-	select and order columns; b.c is the field c of b' \
    'metrics diff	--query	-	apply a JMESPath expression to the whole result' \
    'metrics diff	-r		print a string without quotes' \
    'metrics diff	--raw		print a string without quotes' \
    'metrics diff	--no-header		leave out the header row of csv and tsv' \
    'metrics diff	--spreadsheet-safe		prefix formulas with \'' \
    'metrics diff	--bom		begin csv with a byte order mark, for Excel' \
    'metrics diff	--exact		show all digits of amounts and numbers in table and markdown' \
    'filters list	--max	-	stop after n items' \
    'filters list	--page	-	read only this page' \
    'filters list	--limit	-	items per page' \
    'filters list	--param	-	add a query parameter (repeatable)' \
    'filters list	--all-workspaces		read every workspace that the token can list; a column names each' \
    'filters list	+		' \
    'filters get	+		' \
    'filters create	--title	-	title, at most 200 characters' \
    'filters create	--filter	-	filter text, at most 4000 characters, or @file' \
    'filters create	--default		make it the default filter of the workspace' \
    'filters create	--dry-run		print the request that would be sent, and send nothing' \
    'filters create	+		' \
    'filters update	--title	-	new title, at most 200 characters' \
    'filters update	--filter	-	new filter text, at most 4000 characters, or @file' \
    'filters update	--default		make it the default filter of the workspace' \
    'filters update	--no-default		make it an ordinary filter' \
    'filters update	--dry-run		print the request that would be sent, and send nothing' \
    'filters update	+		' \
    'filters delete	--dry-run		print the request that would be sent, and send nothing' \
    'filters delete	-y		do not ask for confirmation' \
    'filters delete	--yes		do not ask for confirmation' \
    'filters delete	+		' \
    'users list	--include-removed		list removed users too' \
    'users list	--role	=viewer,editor,integrationOwner,owner	only this role: viewer, editor, integrationOwner, owner' \
    'users list	--status	-	only this status; expired: invitations that ran out' \
    'users list	--max	-	stop after n items' \
    'users list	--page	-	read only this page' \
    'users list	--limit	-	items per page' \
    'users list	--param	-	add a query parameter (repeatable)' \
    'users list	+		' \
    'users get	+		' \
    'users invite	--email	-	address, at most 320 characters' \
    'users invite	--first-name	-	first name, at most 100 characters' \
    'users invite	--last-name	-	last name, at most 100 characters' \
    'users invite	--role	=viewer,editor,integrationOwner,owner	viewer, editor, integrationOwner, owner' \
    'users invite	--from	file	csv or JSON with email, firstName, lastName, role; - for stdin' \
    'users invite	--dry-run		print the request that would be sent, and send nothing' \
    'users invite	+		' \
    'rates get	--date	-	the day (default: as the service decides)' \
    'rates get	+		' \
    'rates list	--date	-	the day (default: today)' \
    'rates list	--max	-	stop after n items' \
    'rates list	--param	-	add a query parameter (repeatable)' \
    'rates list	+		' \
    'rates convert	--date	-	the day (default: as the service decides)' \
    'rates convert	+		' \
    'rates history	--from	-	first day, such as 2026-10-01, in UTC' \
    'rates history	--to	-	last day, included' \
    'rates history	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'rates history	--month	-	a calendar month, such as 2026-10' \
    'rates history	--quarter	-	a calendar quarter, such as 2026Q3' \
    'rates history	--year	-	a calendar year, such as 2026' \
    'rates history	--last-month		the calendar month before this one' \
    'rates history	--month-to-date		this month, up to yesterday' \
    'rates history	--year-to-date		this year, up to yesterday' \
    'rates history	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'rates history	+		' \
    'rates policy	--all-workspaces		read every workspace that the token can list; a column names each' \
    'rates policy	+		' \
    'costs columns	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs columns	--to	-	last day, included' \
    'costs columns	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs columns	--month	-	a calendar month, such as 2026-10' \
    'costs columns	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs columns	--year	-	a calendar year, such as 2026' \
    'costs columns	--last-month		the calendar month before this one' \
    'costs columns	--month-to-date		this month, up to yesterday' \
    'costs columns	--year-to-date		this year, up to yesterday' \
    'costs columns	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs columns	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs columns	--no-where		leave out the profile\'s conditions' \
    'costs columns	--param	-	add a query parameter (repeatable)' \
    'costs columns	--date-column	@columns	the column with the day of a row' \
    'costs columns	--amount-column	@columns	the column with its cost' \
    'costs columns	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs columns	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs columns	--mirror	file	read the rows of a mirror, and send no request' \
    'costs columns	--as-of	-	as the mirror was at the end of a day' \
    'costs columns	--source-column	-	the column with the provider of a row' \
    'costs columns	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs columns	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs columns	+		' \
    'costs list	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs list	--to	-	last day, included' \
    'costs list	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs list	--month	-	a calendar month, such as 2026-10' \
    'costs list	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs list	--year	-	a calendar year, such as 2026' \
    'costs list	--last-month		the calendar month before this one' \
    'costs list	--month-to-date		this month, up to yesterday' \
    'costs list	--year-to-date		this year, up to yesterday' \
    'costs list	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs list	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs list	--no-where		leave out the profile\'s conditions' \
    'costs list	--param	-	add a query parameter (repeatable)' \
    'costs list	--date-column	@columns	the column with the day of a row' \
    'costs list	--amount-column	@columns	the column with its cost' \
    'costs list	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs list	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs list	--mirror	file	read the rows of a mirror, and send no request' \
    'costs list	--as-of	-	as the mirror was at the end of a day' \
    'costs list	--max	-	stop after n rows' \
    'costs list	--page	-	read only this page' \
    'costs list	--limit	-	rows per page' \
    'costs list	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs list	+		' \
    'costs export	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs export	--to	-	last day, included' \
    'costs export	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs export	--month	-	a calendar month, such as 2026-10' \
    'costs export	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs export	--year	-	a calendar year, such as 2026' \
    'costs export	--last-month		the calendar month before this one' \
    'costs export	--month-to-date		this month, up to yesterday' \
    'costs export	--year-to-date		this year, up to yesterday' \
    'costs export	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs export	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs export	--no-where		leave out the profile\'s conditions' \
    'costs export	--param	-	add a query parameter (repeatable)' \
    'costs export	--date-column	@columns	the column with the day of a row' \
    'costs export	--amount-column	@columns	the column with its cost' \
    'costs export	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs export	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs export	--mirror	file	read the rows of a mirror, and send no request' \
    'costs export	--as-of	-	as the mirror was at the end of a day' \
    'costs export	--resume		continue an earlier run of the same command that was cut off' \
    'costs export	--allow-truncated		read what can be read of days of more than 100,000 rows, and exit 9' \
    'costs export	--require-rows		exit 11 if there are no rows' \
    'costs export	--types	-	types of parquet columns, such as cost=decimal(38,12)' \
    'costs export	--focus	=1.2,1.3,1.4	write rows as this version of FOCUS has them: 1.2, 1.3, 1.4; needs --focus-map' \
    'costs export	--focus-map	file	YAML file with the source of each FOCUS column; init writes one' \
    'costs export	--keep		with --focus, also keep the columns of the service, as x_…' \
    'costs export	-O	file	write the result to a file; its extension selects the format' \
    'costs export	--out-file	file	write the result to a file; its extension selects the format' \
    'costs export	--columns	-	select and order columns; b.c is the field c of b' \
    'costs export	--no-header		leave out the header row of csv and tsv' \
    'costs export	--spreadsheet-safe		prefix formulas with \'' \
    'costs export	--delimiter	-	separate csv cells by this character, such as ;' \
    'costs export	--decimal-comma		write numbers in csv as 1234,56' \
    'costs export	--bom		begin csv with a byte order mark, for Excel' \
    'costs export	--exact		show all digits of amounts and numbers in table and markdown' \
    'costs verify	--live		read the days again, and list what has changed since' \
    'costs verify	+		' \
    'costs summary	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs summary	--to	-	last day, included' \
    'costs summary	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs summary	--month	-	a calendar month, such as 2026-10' \
    'costs summary	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs summary	--year	-	a calendar year, such as 2026' \
    'costs summary	--last-month		the calendar month before this one' \
    'costs summary	--month-to-date		this month, up to yesterday' \
    'costs summary	--year-to-date		this year, up to yesterday' \
    'costs summary	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs summary	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs summary	--no-where		leave out the profile\'s conditions' \
    'costs summary	--param	-	add a query parameter (repeatable)' \
    'costs summary	--date-column	@columns	the column with the day of a row' \
    'costs summary	--amount-column	@columns	the column with its cost' \
    'costs summary	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs summary	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs summary	--mirror	file	read the rows of a mirror, and send no request' \
    'costs summary	--as-of	-	as the mirror was at the end of a day' \
    'costs summary	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs summary	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs summary	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs summary	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs summary	--source-column	-	the column with the provider of a row' \
    'costs summary	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs summary	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs summary	--by	@columns	one row per group: COL[,COL], such as service or tags.team (repeatable)' \
    'costs summary	--top	-	the n largest groups, the others as one row marked "rest"' \
    'costs summary	--granularity	=day,week,month	one row per day, week (ISO) or month' \
    'costs summary	--total		add rows of everything, marked "all", to csv, tsv and ndjson' \
    'costs summary	--no-total		leave those rows out of the other formats' \
    'costs summary	+		' \
    'costs trend	--months	-	how many calendar months, the last being that of yesterday (default 13)' \
    'costs trend	--weeks	-	how many weeks, Monday to Sunday, the last being that of yesterday' \
    'costs trend	--days	-	how many days, up to yesterday' \
    'costs trend	--to	-	the last day (default: yesterday)' \
    'costs trend	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs trend	--no-where		leave out the profile\'s conditions' \
    'costs trend	--param	-	add a query parameter (repeatable)' \
    'costs trend	--date-column	@columns	the column with the day of a row' \
    'costs trend	--amount-column	@columns	the column with its cost' \
    'costs trend	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs trend	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs trend	--mirror	file	read the rows of a mirror, and send no request' \
    'costs trend	--as-of	-	as the mirror was at the end of a day' \
    'costs trend	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs trend	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs trend	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs trend	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs trend	--source-column	-	the column with the provider of a row' \
    'costs trend	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs trend	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs trend	--by	@columns	one row per group: COL[,COL], such as service or tags.team (repeatable)' \
    'costs trend	--top	-	the n largest groups, the others as one row marked "rest"' \
    'costs trend	--metric	@metrics	also the cost of each period divided by this business metric' \
    'costs trend	--digits	-	digits of the unit cost, half to even (default 6)' \
    'costs trend	--wide		one column per period in every format, as in a table' \
    'costs trend	--total		add rows of everything, marked "all", to csv, tsv and ndjson' \
    'costs trend	--no-total		leave those rows out of the other formats' \
    'costs trend	+		' \
    'costs compare	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs compare	--to	-	last day, included' \
    'costs compare	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs compare	--month	-	a calendar month, such as 2026-10' \
    'costs compare	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs compare	--year	-	a calendar year, such as 2026' \
    'costs compare	--last-month		the calendar month before this one' \
    'costs compare	--month-to-date		this month, up to yesterday' \
    'costs compare	--year-to-date		this year, up to yesterday' \
    'costs compare	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs compare	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs compare	--no-where		leave out the profile\'s conditions' \
    'costs compare	--param	-	add a query parameter (repeatable)' \
    'costs compare	--date-column	@columns	the column with the day of a row' \
    'costs compare	--amount-column	@columns	the column with its cost' \
    'costs compare	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs compare	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs compare	--mirror	file	read the rows of a mirror, and send no request' \
    'costs compare	--as-of	-	as the mirror was at the end of a day' \
    'costs compare	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs compare	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs compare	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs compare	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs compare	--source-column	-	the column with the provider of a row' \
    'costs compare	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs compare	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs compare	--by	@columns	one row per group: COL[,COL], such as service or tags.team (repeatable)' \
    'costs compare	--against	=previous,last-week,last-month,last-year	previous, last-week, last-month, last-year, YYYY-MM or FROM..TO (default previous)' \
    'costs compare	--per-day		compare daily averages, for periods of different lengths' \
    'costs compare	--top	-	the first n groups, the others as one row marked "rest"' \
    'costs compare	--sort	=after,before,change,name	after, before, change (by its size) or name (default after)' \
    'costs compare	--total		add rows of everything, marked "all", to csv, tsv and ndjson' \
    'costs compare	--no-total		leave those rows out of the other formats' \
    'costs compare	+		' \
    'costs explain	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs explain	--to	-	last day, included' \
    'costs explain	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs explain	--month	-	a calendar month, such as 2026-10' \
    'costs explain	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs explain	--year	-	a calendar year, such as 2026' \
    'costs explain	--last-month		the calendar month before this one' \
    'costs explain	--month-to-date		this month, up to yesterday' \
    'costs explain	--year-to-date		this year, up to yesterday' \
    'costs explain	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs explain	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs explain	--no-where		leave out the profile\'s conditions' \
    'costs explain	--param	-	add a query parameter (repeatable)' \
    'costs explain	--date-column	@columns	the column with the day of a row' \
    'costs explain	--amount-column	@columns	the column with its cost' \
    'costs explain	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs explain	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs explain	--mirror	file	read the rows of a mirror, and send no request' \
    'costs explain	--as-of	-	as the mirror was at the end of a day' \
    'costs explain	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs explain	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs explain	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs explain	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs explain	--source-column	-	the column with the provider of a row' \
    'costs explain	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs explain	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs explain	--against	=previous,last-week,last-month,last-year	previous, last-week, last-month, last-year, YYYY-MM or FROM..TO (default previous)' \
    'costs explain	--by	@columns	columns to explain it by: COL[,COL] (default: a service, an account and a tag; else the provider)' \
    'costs explain	--depth	-	levels of lines below the whole change (default 3)' \
    'costs explain	--top	-	at most n groups in each branch, the others as one row' \
    'costs explain	--quantity-column	-	the column with the quantity, or none' \
    'costs explain	--unit-column	-	the column with its unit, or none' \
    'costs explain	--commands		in tables, also the command that shows the rows of each line' \
    'costs explain	+		' \
    'costs unit	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs unit	--to	-	last day, included' \
    'costs unit	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs unit	--month	-	a calendar month, such as 2026-10' \
    'costs unit	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs unit	--year	-	a calendar year, such as 2026' \
    'costs unit	--last-month		the calendar month before this one' \
    'costs unit	--month-to-date		this month, up to yesterday' \
    'costs unit	--year-to-date		this year, up to yesterday' \
    'costs unit	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs unit	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs unit	--no-where		leave out the profile\'s conditions' \
    'costs unit	--param	-	add a query parameter (repeatable)' \
    'costs unit	--date-column	@columns	the column with the day of a row' \
    'costs unit	--amount-column	@columns	the column with its cost' \
    'costs unit	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs unit	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs unit	--mirror	file	read the rows of a mirror, and send no request' \
    'costs unit	--as-of	-	as the mirror was at the end of a day' \
    'costs unit	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs unit	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs unit	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs unit	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs unit	--source-column	-	the column with the provider of a row' \
    'costs unit	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs unit	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs unit	--metric	@metrics	the business metric' \
    'costs unit	--by	-	LABEL or LABEL=COLUMN: the label, and the column with the same values' \
    'costs unit	--granularity	=day,week,month,total	one row per day, week (ISO) or month; total: only the whole period (default day)' \
    'costs unit	--against	=previous,last-week,last-month,last-year	also compare with previous, last-week, last-month, last-year, YYYY-MM or FROM..TO' \
    'costs unit	--digits	-	digits of the unit cost, half to even (default 6)' \
    'costs unit	+		' \
    'costs chart	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs chart	--to	-	last day, included' \
    'costs chart	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs chart	--month	-	a calendar month, such as 2026-10' \
    'costs chart	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs chart	--year	-	a calendar year, such as 2026' \
    'costs chart	--last-month		the calendar month before this one' \
    'costs chart	--month-to-date		this month, up to yesterday' \
    'costs chart	--year-to-date		this year, up to yesterday' \
    'costs chart	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs chart	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs chart	--no-where		leave out the profile\'s conditions' \
    'costs chart	--param	-	add a query parameter (repeatable)' \
    'costs chart	--date-column	@columns	the column with the day of a row' \
    'costs chart	--amount-column	@columns	the column with its cost' \
    'costs chart	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs chart	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs chart	--mirror	file	read the rows of a mirror, and send no request' \
    'costs chart	--as-of	-	as the mirror was at the end of a day' \
    'costs chart	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs chart	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs chart	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs chart	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs chart	--source-column	-	the column with the provider of a row' \
    'costs chart	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs chart	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs chart	--by	@columns	bars with one coloured part per group: COL[,COL] (repeatable)' \
    'costs chart	--granularity	=day,week,month	one bar per day, week (ISO) or month (default day)' \
    'costs chart	--budgets	file	draw the budgets of a YAML file as lines' \
    'costs chart	--outlook		draw what the remaining days of this month will cost, with an 80 % interval' \
    'costs chart	--anomalies		mark the days that deviate from the same weekdays before them' \
    'costs chart	--ascii		plain characters instead of blocks' \
    'costs chart	+		' \
    'costs check	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs check	--to	-	last day, included' \
    'costs check	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs check	--month	-	a calendar month, such as 2026-10' \
    'costs check	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs check	--year	-	a calendar year, such as 2026' \
    'costs check	--last-month		the calendar month before this one' \
    'costs check	--month-to-date		this month, up to yesterday' \
    'costs check	--year-to-date		this year, up to yesterday' \
    'costs check	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs check	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs check	--no-where		leave out the profile\'s conditions' \
    'costs check	--param	-	add a query parameter (repeatable)' \
    'costs check	--date-column	@columns	the column with the day of a row' \
    'costs check	--amount-column	@columns	the column with its cost' \
    'costs check	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs check	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs check	--mirror	file	read the rows of a mirror, and send no request' \
    'costs check	--as-of	-	as the mirror was at the end of a day' \
    'costs check	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs check	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs check	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs check	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs check	--source-column	-	the column with the provider of a row' \
    'costs check	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs check	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs check	--max-total	-	highest allowed total' \
    'costs check	--max-increase	-	highest allowed increase over the period before, in percent' \
    'costs check	--max-decrease	-	highest allowed decrease from the period before, in percent' \
    'costs check	--max-unit	-	highest allowed cost of one unit of --metric' \
    'costs check	--metric	@metrics	the business metric of --max-unit' \
    'costs check	--min-change	-	ignore changes smaller than this' \
    'costs check	--against	=previous,last-week,last-month,last-year	previous, last-week, last-month, last-year, YYYY-MM or FROM..TO (default previous)' \
    'costs check	--per-day		compare daily averages, for periods of different lengths' \
    'costs check	--by	@columns	the limits apply to each group: COL[,COL] (repeatable)' \
    'costs check	--allow-empty		accept days without rows' \
    'costs check	--allow-stale	-	accept a source that is late, stalled, partial or has gaps; all: every source (repeatable)' \
    'costs check	--budgets	file	check the budgets of a YAML file, or "service": those of the service' \
    'costs check	+		' \
    'costs freshness	--check		exit 11 unless every source is ok or late' \
    'costs freshness	--source-column	-	the column with the provider of a row' \
    'costs freshness	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs freshness	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs freshness	--to	-	last day, included' \
    'costs freshness	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs freshness	--month	-	a calendar month, such as 2026-10' \
    'costs freshness	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs freshness	--year	-	a calendar year, such as 2026' \
    'costs freshness	--last-month		the calendar month before this one' \
    'costs freshness	--month-to-date		this month, up to yesterday' \
    'costs freshness	--year-to-date		this year, up to yesterday' \
    'costs freshness	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs freshness	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs freshness	--no-where		leave out the profile\'s conditions' \
    'costs freshness	--param	-	add a query parameter (repeatable)' \
    'costs freshness	--date-column	@columns	the column with the day of a row' \
    'costs freshness	--amount-column	@columns	the column with its cost' \
    'costs freshness	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs freshness	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs freshness	--mirror	file	read the rows of a mirror, and send no request' \
    'costs freshness	--as-of	-	as the mirror was at the end of a day' \
    'costs freshness	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs freshness	+		' \
    'costs allocate	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs allocate	--to	-	last day, included' \
    'costs allocate	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs allocate	--month	-	a calendar month, such as 2026-10' \
    'costs allocate	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs allocate	--year	-	a calendar year, such as 2026' \
    'costs allocate	--last-month		the calendar month before this one' \
    'costs allocate	--month-to-date		this month, up to yesterday' \
    'costs allocate	--year-to-date		this year, up to yesterday' \
    'costs allocate	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs allocate	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs allocate	--no-where		leave out the profile\'s conditions' \
    'costs allocate	--param	-	add a query parameter (repeatable)' \
    'costs allocate	--date-column	@columns	the column with the day of a row' \
    'costs allocate	--amount-column	@columns	the column with its cost' \
    'costs allocate	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs allocate	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs allocate	--mirror	file	read the rows of a mirror, and send no request' \
    'costs allocate	--as-of	-	as the mirror was at the end of a day' \
    'costs allocate	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs allocate	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs allocate	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs allocate	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs allocate	--source-column	-	the column with the provider of a row' \
    'costs allocate	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs allocate	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs allocate	--rules	file	YAML file of rules: whose cost is shared, among whom, how' \
    'costs allocate	--by	@columns	the column that cost is shared among' \
    'costs allocate	--granularity	=day,week,month	share each day, week or month by itself' \
    'costs allocate	--total		add rows of everything, marked "all", to other formats than tables' \
    'costs allocate	--no-total		leave those rows out of tables' \
    'costs allocate	--require-full		exit 11 if an amount could not be allocated' \
    'costs allocate	--focus		name the fields as FOCUS 1.3 does: AllocatedMethodId and the like' \
    'costs allocate	+		' \
    'costs outlook	--month	-	the month, such as 2026-10 (default: this one)' \
    'costs outlook	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs outlook	--no-where		leave out the profile\'s conditions' \
    'costs outlook	--param	-	add a query parameter (repeatable)' \
    'costs outlook	--date-column	@columns	the column with the day of a row' \
    'costs outlook	--amount-column	@columns	the column with its cost' \
    'costs outlook	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs outlook	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs outlook	--mirror	file	read the rows of a mirror, and send no request' \
    'costs outlook	--as-of	-	as the mirror was at the end of a day' \
    'costs outlook	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs outlook	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs outlook	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs outlook	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs outlook	--source-column	-	the column with the provider of a row' \
    'costs outlook	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs outlook	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs outlook	--by	@columns	one row per group: COL[,COL] (repeatable)' \
    'costs outlook	--level	-	in how many cases of 100 the interval should hold the actual cost (default 80)' \
    'costs outlook	+		' \
    'costs anomalies	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs anomalies	--to	-	last day, included' \
    'costs anomalies	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs anomalies	--month	-	a calendar month, such as 2026-10' \
    'costs anomalies	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs anomalies	--year	-	a calendar year, such as 2026' \
    'costs anomalies	--last-month		the calendar month before this one' \
    'costs anomalies	--month-to-date		this month, up to yesterday' \
    'costs anomalies	--year-to-date		this year, up to yesterday' \
    'costs anomalies	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs anomalies	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs anomalies	--no-where		leave out the profile\'s conditions' \
    'costs anomalies	--param	-	add a query parameter (repeatable)' \
    'costs anomalies	--date-column	@columns	the column with the day of a row' \
    'costs anomalies	--amount-column	@columns	the column with its cost' \
    'costs anomalies	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs anomalies	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs anomalies	--mirror	file	read the rows of a mirror, and send no request' \
    'costs anomalies	--as-of	-	as the mirror was at the end of a day' \
    'costs anomalies	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs anomalies	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs anomalies	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs anomalies	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs anomalies	--source-column	-	the column with the provider of a row' \
    'costs anomalies	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs anomalies	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs anomalies	--by	@columns	judge each group: COL[,COL] (repeatable)' \
    'costs anomalies	--score	-	how unusual a day must be to be listed: its score, explained below (default 3.5)' \
    'costs anomalies	--min-impact	-	ignore differences smaller than this (default: 0.1 % of the period\'s total)' \
    'costs anomalies	--include-unsettled		judge the last two days too, which may not be complete' \
    'costs anomalies	--check		exit 11 if there is an anomaly' \
    'costs anomalies	--allow-empty		accept days without rows' \
    'costs anomalies	--allow-stale	-	accept a source that is late, stalled, partial or has gaps; all: every source (repeatable)' \
    'costs anomalies	+		' \
    'costs coverage	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs coverage	--to	-	last day, included' \
    'costs coverage	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs coverage	--month	-	a calendar month, such as 2026-10' \
    'costs coverage	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs coverage	--year	-	a calendar year, such as 2026' \
    'costs coverage	--last-month		the calendar month before this one' \
    'costs coverage	--month-to-date		this month, up to yesterday' \
    'costs coverage	--year-to-date		this year, up to yesterday' \
    'costs coverage	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs coverage	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs coverage	--no-where		leave out the profile\'s conditions' \
    'costs coverage	--param	-	add a query parameter (repeatable)' \
    'costs coverage	--date-column	@columns	the column with the day of a row' \
    'costs coverage	--amount-column	@columns	the column with its cost' \
    'costs coverage	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs coverage	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs coverage	--mirror	file	read the rows of a mirror, and send no request' \
    'costs coverage	--as-of	-	as the mirror was at the end of a day' \
    'costs coverage	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs coverage	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs coverage	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs coverage	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs coverage	--source-column	-	the column with the provider of a row' \
    'costs coverage	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs coverage	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs coverage	--require	@columns	columns that each row needs: COL[,COL]' \
    'costs coverage	--min	-	exit 11 if a row of the result is below this share' \
    'costs coverage	--allowed	file	YAML file with the values that are allowed for each column' \
    'costs coverage	--allow-empty		accept days without rows' \
    'costs coverage	--allow-stale	-	accept a source that is late, stalled, partial or has gaps; all: every source (repeatable)' \
    'costs coverage	--by	@columns	one row per group, the largest uncovered cost first: COL[,COL] (repeatable)' \
    'costs coverage	+		' \
    'costs reconcile	--from	-	first day, such as 2026-10-01, in UTC' \
    'costs reconcile	--to	-	last day, included' \
    'costs reconcile	--last	=7d,30d,4w,3m	such as 7d or 4w (ending yesterday) or 3m (complete months)' \
    'costs reconcile	--month	-	a calendar month, such as 2026-10' \
    'costs reconcile	--quarter	-	a calendar quarter, such as 2026Q3' \
    'costs reconcile	--year	-	a calendar year, such as 2026' \
    'costs reconcile	--last-month		the calendar month before this one' \
    'costs reconcile	--month-to-date		this month, up to yesterday' \
    'costs reconcile	--year-to-date		this year, up to yesterday' \
    'costs reconcile	--include-today		include today, which has not ended; otherwise periods end yesterday' \
    'costs reconcile	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs reconcile	--param	-	add a query parameter (repeatable)' \
    'costs reconcile	--date-column	@columns	the column with the day of a row' \
    'costs reconcile	--amount-column	@columns	the column with its cost' \
    'costs reconcile	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs reconcile	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs reconcile	--mirror	file	read the rows of a mirror, and send no request' \
    'costs reconcile	--as-of	-	as the mirror was at the end of a day' \
    'costs reconcile	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs reconcile	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs reconcile	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs reconcile	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs reconcile	--source-column	-	the column with the provider of a row' \
    'costs reconcile	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs reconcile	--envelope		json and yaml: also say what the figures are: {"about": …, "data": […]}' \
    'costs reconcile	--by	@columns	the columns that lines of the invoice and rows have in common, such as service: COL[,COL] (repeatable)' \
    'costs reconcile	--map	-	columns of the invoice: amount=Net, currency=Cur, charge=Type, service=Product' \
    'costs reconcile	--sheet	-	sheet of an invoice that is a workbook (default: the first)' \
    'costs reconcile	--tolerance	-	the largest difference that counts as rounding (default: one smallest unit of the currency)' \
    'costs reconcile	--decimal-comma		amounts of the invoice are written as 1.234,56' \
    'costs reconcile	--accept	=matched,rounding,missing in the rows,missing in the invoice,duplicated,amount differs,credit,tax	do not fail for differences of this class (repeatable)' \
    'costs reconcile	-O	file	write the result to a file; its extension selects the format' \
    'costs reconcile	--out-file	file	write the result to a file; its extension selects the format' \
    'costs reconcile	--columns	-	select and order columns; b.c is the field c of b' \
    'costs reconcile	--query	-	apply a JMESPath expression to the whole result' \
    'costs reconcile	-r		print a string without quotes' \
    'costs reconcile	--raw		print a string without quotes' \
    'costs reconcile	--no-header		leave out the header row of csv and tsv' \
    'costs reconcile	--spreadsheet-safe		prefix formulas with \'' \
    'costs reconcile	--delimiter	-	separate csv cells by this character, such as ;' \
    'costs reconcile	--bom		begin csv with a byte order mark, for Excel' \
    'costs reconcile	--exact		show all digits of amounts and numbers in table and markdown' \
    'costs report	--month	-	the month, such as 2026-10 (default: the last one)' \
    'costs report	--last-month		the calendar month before this one' \
    'costs report	--month-to-date		this month, up to yesterday' \
    'costs report	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs report	--no-where		leave out the profile\'s conditions' \
    'costs report	--param	-	add a query parameter (repeatable)' \
    'costs report	--date-column	@columns	the column with the day of a row' \
    'costs report	--amount-column	@columns	the column with its cost' \
    'costs report	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs report	--receipt	file	save a receipt as JSON: what was read, how many rows, and their sums' \
    'costs report	--mirror	file	read the rows of a mirror, and send no request' \
    'costs report	--as-of	-	as the mirror was at the end of a day' \
    'costs report	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs report	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs report	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs report	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs report	--source-column	-	the column with the provider of a row' \
    'costs report	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs report	--against	-	previous, last-month, last-year, YYYY-MM or FROM..TO (default previous)' \
    'costs report	--by	@columns	columns that cost is shown by (default: a service, an account and a tag)' \
    'costs report	--months	-	how many months side by side (default: with --mirror those it has, at most 13; else none)' \
    'costs report	--top	-	rows of a table before "others" (default 10)' \
    'costs report	--budgets	file	YAML file of budgets' \
    'costs report	--rules	file	YAML file of rules for shared cost' \
    'costs report	--allocate-by	-	the column that shared cost goes to (default: a tag)' \
    'costs report	--metric	@metrics	a business metric that divides the cost (repeatable)' \
    'costs report	--require	@columns	columns that each row needs: COL[,COL] (default: the tag of --by)' \
    'costs report	--sections	@=total,changes,daily,months,by,unit,budgets,outlook,allocation,coverage,anomalies	which, and in which order: total, changes, daily, months, by, unit, budgets, outlook, allocation, coverage, anomalies' \
    'costs report	--title	-	the heading (default: Cloud cost report)' \
    'costs report	--logo	file	a picture next to the heading: PNG, JPEG, GIF, WebP or SVG' \
    'costs report	--locale	-	how numbers and dates are written (default en-US)' \
    'costs report	+		' \
    'costs close	--month	-	the month, such as 2026-10 (default: the last one)' \
    'costs close	--last-month		the calendar month before this one' \
    'costs close	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs close	--no-where		leave out the profile\'s conditions' \
    'costs close	--param	-	add a query parameter (repeatable)' \
    'costs close	--date-column	@columns	the column with the day of a row' \
    'costs close	--amount-column	@columns	the column with its cost' \
    'costs close	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs close	--mirror	file	read the rows of a mirror, and send no request' \
    'costs close	--as-of	-	as the mirror was at the end of a day' \
    'costs close	--convert-to	@currencies	convert all amounts to this currency, by default at each day\'s rate; none: do not convert' \
    'costs close	--rate-method	=daily,month-average,month-end	daily: the rate of an amount\'s day; month-average: the mean of its month; month-end: that of the last day of its month (default daily)' \
    'costs close	--rate-date	-	convert all amounts at this day\'s rates' \
    'costs close	--rates	file	rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date' \
    'costs close	--source-column	-	the column with the provider of a row' \
    'costs close	--max-lag	-	days that rows are usually late: [SOURCE=]DAYS (default 2; repeatable)' \
    'costs close	--against	-	previous, last-month, last-year, YYYY-MM or FROM..TO (default previous)' \
    'costs close	--by	@columns	columns that cost is shown by (default: a service, an account and a tag)' \
    'costs close	--months	-	how many months side by side (default: with --mirror those it has, at most 13; else none)' \
    'costs close	--top	-	rows of a table before "others" (default 10)' \
    'costs close	--budgets	file	YAML file of budgets' \
    'costs close	--rules	file	YAML file of rules for shared cost' \
    'costs close	--allocate-by	-	the column that shared cost goes to (default: a tag)' \
    'costs close	--metric	@metrics	a business metric that divides the cost (repeatable)' \
    'costs close	--require	@columns	columns that each row needs: COL[,COL] (default: the tag of --by)' \
    'costs close	--title	-	the heading (default: Cloud cost report)' \
    'costs close	--logo	file	a picture next to the heading: PNG, JPEG, GIF, WebP or SVG' \
    'costs close	--locale	-	how numbers and dates are written (default en-US)' \
    'costs close	--allow-empty		accept days without rows' \
    'costs close	--allow-stale	-	accept a source that is late, stalled, partial or has gaps; all: every source (repeatable)' \
    'costs close	--invoice	file	reconcile an invoice (csv, xlsx, Parquet) with the rows' \
    'costs close	--invoice-by	@columns	the columns that lines of the invoice and rows have in common, such as service: COL[,COL] (repeatable)' \
    'costs close	--invoice-decimal-comma		amounts of the invoice are written as 1.234,56' \
    'costs close	--map	-	columns of the invoice: amount=Net, currency=Cur, charge=Type, service=Product' \
    'costs close	--sheet	-	sheet of an invoice that is a workbook (default: the first)' \
    'costs close	--tolerance	-	the largest difference that counts as rounding (default: one smallest unit of the currency)' \
    'costs close	+		' \
    'costs mirror	--from	-	first day of a new mirror' \
    'costs mirror	--files	file	make a mirror of files: csv, ndjson, Parquet, also .gz; * ? and ** (repeatable)' \
    'costs mirror	--allow-duplicates		count both if two files have the same rows for a day' \
    'costs mirror	--where	@columns	keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)' \
    'costs mirror	--param	-	add a query parameter (repeatable)' \
    'costs mirror	--types	-	types of columns, such as cost=decimal(38,12)' \
    'costs mirror	--partition-by	=month,day	a folder per month or day (default month)' \
    'costs mirror	--date-column	@columns	the column with the day of a row' \
    'costs mirror	--amount-column	@columns	the column with its cost' \
    'costs mirror	--currency-column	@columns	the column with its currency; none: amounts have no currency' \
    'costs mirror	--date-format	=DD.MM.YYYY,DD/MM/YYYY,MM/DD/YYYY	how csv files write the days of --date-column: MM/DD/YYYY' \
    'costs mirror	--null-text	-	a text in csv files that means "no value" (repeatable)' \
    'costs mirror	--restate	-	how many days to read again (default 35d)' \
    'costs mirror	--keep	-	keep replaced files this long, for readers that still use them (default 1h)' \
    'costs mirror	--history	-	keep past states this long, such as 13m (months), for --as-of (default none)' \
    'costs mirror	--deep		read every day again' \
    'costs mirror	--check		change nothing, and exit 11 if anything has changed' \
    'costs mirror	--sql	=duckdb,spark,trino,athena,bigquery,clickhouse,snowflake	print the SQL statement that adds the table to an engine: duckdb, spark, trino, athena, bigquery, clickhouse, snowflake' \
    'costs mirror	--location	-	where the engine finds the files, for --sql' \
    'costs mirror	+		' \
    'costs query	--mirror	file	the folder that costs mirror keeps up to date' \
    'costs query	--as-of	-	as the mirror was at the end of a day' \
    'costs query	+		' \
    'costs focus-check	--focus	=1.0,1.1,1.2,1.3,1.4	the version of FOCUS: 1.0, 1.1, 1.2, 1.3, 1.4 (default: recognized by the columns)' \
    'costs focus-check	--supports	-	also judge the rules for providers with this ability; all: those of every ability (repeatable)' \
    'costs focus-check	--strict		exit 11 if a recommendation (SHOULD) is violated too' \
    'costs focus-check	--all		list every rule that was judged, not only those that are violated' \
    'costs focus-check	--allow-empty		accept a file without rows' \
    'costs focus-check	+		' \
    'costs forecast	+		' \
    'costs data-summary	+		' \
    'config pull	--only	-	only this kind, such as metrics (repeatable)' \
    'config pull	--into	file	update the values of this file in place; its comments and order stay' \
    'config pull	--all-workspaces		every workspace that the token can list; one that cannot be read gives exit 9' \
    'config pull	-O	file	write to a file, or to a folder: a file for each workspace' \
    'config pull	--out-file	file	write to a file, or to a folder: a file for each workspace' \
    'config pull	--delimiter	-	separate csv cells by this character, such as ;' \
    'config pull	--decimal-comma		write numbers in csv as 1234,56' \
    'config pull	--bom		begin csv with a byte order mark, for Excel' \
    'config validate	+		' \
    'config plan	--prune	-	delete items of this kind that the file does not list (repeatable)' \
    'config plan	--all-workspaces		every workspace that the token can list; one that cannot be read gives exit 9' \
    'config plan	--resend		send credentials and settings again, which the service does not return' \
    'config plan	--check		exit 11 if anything differs' \
    'config plan	+		' \
    'config apply	--prune	-	delete items of this kind that the file does not list (repeatable)' \
    'config apply	--all-workspaces		every workspace that the token can list; one that cannot be read gives exit 9' \
    'config apply	--resend		send credentials and settings again, which the service does not return' \
    'config apply	--confirm	-	the number of deletions, instead of typing it at the prompt' \
    'config apply	--dry-run		print the request that would be sent, and send nothing' \
    'config apply	-y		do not ask for confirmation' \
    'config apply	--yes		do not ask for confirmation' \
    'config apply	+		' \
    'config schema	+		' \
    'api GET	--param	-	add a query parameter (repeatable)' \
    'api GET	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api GET	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api GET	--data	-	body as JSON, @file, or - for stdin' \
    'api GET	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api GET	--set-json	-	set a property to a JSON value (repeatable)' \
    'api GET	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api GET	--input	file	send the bytes of a file as the body; - for stdin' \
    'api GET	--content-type	-	media type of the body' \
    'api GET	--paginate		read every page of a list and merge them into one array' \
    'api GET	-i		print status and headers too' \
    'api GET	--include		print status and headers too' \
    'api GET	--dry-run		print the request that would be sent, and send nothing' \
    'api GET	-y		do not ask for confirmation' \
    'api GET	--yes		do not ask for confirmation' \
    'api GET	+		' \
    'api HEAD	--param	-	add a query parameter (repeatable)' \
    'api HEAD	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api HEAD	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api HEAD	--data	-	body as JSON, @file, or - for stdin' \
    'api HEAD	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api HEAD	--set-json	-	set a property to a JSON value (repeatable)' \
    'api HEAD	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api HEAD	--input	file	send the bytes of a file as the body; - for stdin' \
    'api HEAD	--content-type	-	media type of the body' \
    'api HEAD	--paginate		read every page of a list and merge them into one array' \
    'api HEAD	-i		print status and headers too' \
    'api HEAD	--include		print status and headers too' \
    'api HEAD	--dry-run		print the request that would be sent, and send nothing' \
    'api HEAD	-y		do not ask for confirmation' \
    'api HEAD	--yes		do not ask for confirmation' \
    'api HEAD	+		' \
    'api POST	--param	-	add a query parameter (repeatable)' \
    'api POST	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api POST	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api POST	--data	-	body as JSON, @file, or - for stdin' \
    'api POST	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api POST	--set-json	-	set a property to a JSON value (repeatable)' \
    'api POST	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api POST	--input	file	send the bytes of a file as the body; - for stdin' \
    'api POST	--content-type	-	media type of the body' \
    'api POST	--paginate		read every page of a list and merge them into one array' \
    'api POST	-i		print status and headers too' \
    'api POST	--include		print status and headers too' \
    'api POST	--dry-run		print the request that would be sent, and send nothing' \
    'api POST	-y		do not ask for confirmation' \
    'api POST	--yes		do not ask for confirmation' \
    'api POST	+		' \
    'api PUT	--param	-	add a query parameter (repeatable)' \
    'api PUT	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api PUT	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api PUT	--data	-	body as JSON, @file, or - for stdin' \
    'api PUT	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api PUT	--set-json	-	set a property to a JSON value (repeatable)' \
    'api PUT	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api PUT	--input	file	send the bytes of a file as the body; - for stdin' \
    'api PUT	--content-type	-	media type of the body' \
    'api PUT	--paginate		read every page of a list and merge them into one array' \
    'api PUT	-i		print status and headers too' \
    'api PUT	--include		print status and headers too' \
    'api PUT	--dry-run		print the request that would be sent, and send nothing' \
    'api PUT	-y		do not ask for confirmation' \
    'api PUT	--yes		do not ask for confirmation' \
    'api PUT	+		' \
    'api PATCH	--param	-	add a query parameter (repeatable)' \
    'api PATCH	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api PATCH	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api PATCH	--data	-	body as JSON, @file, or - for stdin' \
    'api PATCH	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api PATCH	--set-json	-	set a property to a JSON value (repeatable)' \
    'api PATCH	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api PATCH	--input	file	send the bytes of a file as the body; - for stdin' \
    'api PATCH	--content-type	-	media type of the body' \
    'api PATCH	--paginate		read every page of a list and merge them into one array' \
    'api PATCH	-i		print status and headers too' \
    'api PATCH	--include		print status and headers too' \
    'api PATCH	--dry-run		print the request that would be sent, and send nothing' \
    'api PATCH	-y		do not ask for confirmation' \
    'api PATCH	--yes		do not ask for confirmation' \
    'api PATCH	+		' \
    'api DELETE	--param	-	add a query parameter (repeatable)' \
    'api DELETE	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api DELETE	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api DELETE	--data	-	body as JSON, @file, or - for stdin' \
    'api DELETE	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api DELETE	--set-json	-	set a property to a JSON value (repeatable)' \
    'api DELETE	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api DELETE	--input	file	send the bytes of a file as the body; - for stdin' \
    'api DELETE	--content-type	-	media type of the body' \
    'api DELETE	--paginate		read every page of a list and merge them into one array' \
    'api DELETE	-i		print status and headers too' \
    'api DELETE	--include		print status and headers too' \
    'api DELETE	--dry-run		print the request that would be sent, and send nothing' \
    'api DELETE	-y		do not ask for confirmation' \
    'api DELETE	--yes		do not ask for confirmation' \
    'api DELETE	+		' \
    'api request	--param	-	add a query parameter (repeatable)' \
    'api request	-H	-	add a header, as \'Name: value\' (repeatable)' \
    'api request	--request-header	-	add a header, as \'Name: value\' (repeatable)' \
    'api request	--data	-	body as JSON, @file, or - for stdin' \
    'api request	--set	-	set a text property; a.b=c nests (repeatable)' \
    'api request	--set-json	-	set a property to a JSON value (repeatable)' \
    'api request	--form	-	send a field of a form; key=@file sends a file (repeatable)' \
    'api request	--input	file	send the bytes of a file as the body; - for stdin' \
    'api request	--content-type	-	media type of the body' \
    'api request	--paginate		read every page of a list and merge them into one array' \
    'api request	-i		print status and headers too' \
    'api request	--include		print status and headers too' \
    'api request	--dry-run		print the request that would be sent, and send nothing' \
    'api request	-y		do not ask for confirmation' \
    'api request	--yes		do not ask for confirmation' \
    'api request	+		' \
    'api operations	+		' \
    'api import	--name	-	name of the document (default: from its title)' \
    'api import	--dry-run		print what would change, and change nothing' \
    'api import	+		' \
    'api documents	--forget	-	forget the document of this name' \
    'api documents	--dry-run		print what would change, and change nothing' \
    'api documents	+		' \
    'api diff	--check		exit 11 if they disagree' \
    'api diff	+		' \
    'sandbox serve	--port	-	port to listen on (default: one that is free)' \
    'sandbox serve	--host	-	address to listen on (default 127.0.0.1)' \
    'sandbox serve	--rate-limit	-	let each token send n requests in s seconds' \
    'sandbox serve	--latency	-	wait before each response' \
    'sandbox serve	--rows-per-day	-	cost rows of each day, up to 1,000,000' \
    'sandbox serve	--fail	-	share of requests that fail: 503, resets, truncated bodies' \
    'sandbox serve	--seed	-	another number lets other requests fail (default 1)' \
    'sandbox serve	--state	file	store changes in this file (default: that of --sandbox)' \
    'sandbox serve	--memory		forget all changes when it ends' \
    'sandbox serve	+		' \
    'sandbox reset	--dry-run		print what would change, and change nothing' \
    'sandbox reset	+		' \
    'undo	--dry-run		print the request that would be sent, and send nothing' \
    'undo	+		' \
    'schema	+		' \
    'mcp	--allow-changes		add tools that plan and apply a settings file' \
    'mcp	--export-dir	file	the only folder below which tools write files (default: the working folder)' \
    'whoami	+		' \
    'doctor	+		' \
    'tag-keys list	+		' \
    'tag-keys get	+		' \
    'tag-keys delete	+		' \
    'folders list	+		' \
    'folders create	+		' \
    'folders get	+		' \
    'folders update	+		' \
    'folders delete	+		' \
    'folders set-saved-filter	+		' \
    'dashboards list	+		' \
    'dashboards create	+		' \
    'dashboards get	+		' \
    'dashboards update	+		' \
    'dashboards delete	+		' \
    'dashboards widget-create	+		' \
    'dashboards widget-get	+		' \
    'dashboards widget-update	+		' \
    'dashboards widget-delete	+		' \
    'dashboards set-saved-filter	+		' \
    'custom-provider submit-costs-batch	+		' \
    'custom-provider list-uploads	+		' \
    'custom-provider upload-cost-files	+		' \
    'custom-provider get-upload	+		' \
    'custom-provider delete-upload	+		' \
    'kubernetes report-usage	+		' \
    'report-notifications list	+		' \
    'report-notifications create	+		' \
    'report-notifications get	+		' \
    'report-notifications update	+		' \
    'report-notifications delete	+		' \
    'report-notifications activate	+		' \
    'report-notifications deactivate	+		' \
    'cost-reports list	+		' \
    'cost-reports create	+		' \
    'cost-reports get	+		' \
    'cost-reports update	+		' \
    'cost-reports delete	+		' \
    'cost-reports get-data	+		' \
    'cost-filters translate	+		' \
    'cost-alerts list	+		' \
    'cost-alerts create	+		' \
    'cost-alerts get	+		' \
    'cost-alerts update	+		' \
    'cost-alerts delete	+		' \
    'cost-alerts get-events	+		' \
    'cost-alerts pause	+		' \
    'cost-alerts resume	+		' \
    'budgets list	+		' \
    'budgets create	+		' \
    'budgets get	+		' \
    'budgets update	+		' \
    'budgets delete	+		' \
    'billing entitlement	+		' \
    'billing metered-usage	+		' \
    'anomalies list	+		' \
    'anomalies acknowledge	+		' \
    'allocation rules-list	+		' \
    'allocation rules-create	+		' \
    'allocation rules-update	+		' \
    'allocation rules-delete	+		' \
    'allocation rules-reorder	+		' \
    'allocation rules-preview	+		' \
    'allocation coverage-read	+		' \
    'allocation segments-list	+		' \
    'allocation segments-create	+		' \
    'allocation segments-update	+		' \
    'allocation segments-delete	+		' \
    'teams list	+		' \
    'teams create	+		' \
    'teams get	+		' \
    'teams update	+		' \
    'teams delete	+		' \
    'teams add-member	+		' \
    'teams update-member	+		' \
    'teams remove-member	+		' \
    'teams list-workspace-access	+		' \
    'teams set-workspace-access	+		' \
    'teams remove-workspace-access	+		' \
    'apps list	+		' \
    'apps create	+		' \
    'apps get	+		' \
    'apps update	+		' \
    'apps delete	+		' \
    'audit-log list	+		' \
    'contracting data-processing-agreement-status	+		' \
    'utility current-token-info	+		' \
    'utility health-check	+		' \
    '+	-O	file	write the result to a file; its extension selects the format' \
    '+	--out-file	file	write the result to a file; its extension selects the format' \
    '+	--columns	-	select and order columns; b.c is the field c of b' \
    '+	--query	-	apply a JMESPath expression to the whole result' \
    '+	-r		print a string without quotes' \
    '+	--raw		print a string without quotes' \
    '+	--no-header		leave out the header row of csv and tsv' \
    '+	--spreadsheet-safe		prefix formulas with \'' \
    '+	--delimiter	-	separate csv cells by this character, such as ;' \
    '+	--decimal-comma		write numbers in csv as 1234,56' \
    '+	--bom		begin csv with a byte order mark, for Excel' \
    '+	--exact		show all digits of amounts and numbers in table and markdown' \

set -g __costctl_arguments \
    'profiles add	0	@profiles' \
    'profiles show	0	@profiles' \
    'profiles set	0	@profiles' \
    'profiles set	*	-' \
    'profiles use	0	@profiles' \
    'profiles rename	0	@profiles' \
    'profiles rename	1	@profiles' \
    'profiles remove	0	@profiles' \
    'workspaces get	0	@workspaces' \
    'workspaces update	0	@workspaces' \
    'workspaces edit	0	@workspaces' \
    'workspaces delete	0	@workspaces' \
    'workspaces providers get	0	@connections' \
    'workspaces providers update	0	@connections' \
    'workspaces providers remove	0	@connections' \
    'virtual-tags list	*	-' \
    'virtual-tags get	*	-' \
    'virtual-tags update	*	-' \
    'virtual-tags delete	*	-' \
    'virtual-tags activate	*	-' \
    'virtual-tags deactivate	*	-' \
    'providers get	0	@providers' \
    'providers update	0	@providers' \
    'providers delete	0	@providers' \
    'providers history	0	@providers' \
    'providers test	*	@providers' \
    'providers sync	0	@providers' \
    'providers cloud-connector	*	-' \
    'providers provision-service-account	*	-' \
    'metrics get	0	@metrics' \
    'metrics update	0	@metrics' \
    'metrics delete	0	@metrics' \
    'metrics values	0	@metrics' \
    'metrics summary	0	@metrics' \
    'metrics gaps	0	@metrics' \
    'metrics set	0	@metrics' \
    'metrics import	0	@metrics' \
    'metrics import	1	file' \
    'metrics diff	0	@metrics' \
    'metrics diff	1	file' \
    'filters get	0	@filters' \
    'filters update	0	@filters' \
    'filters delete	0	@filters' \
    'users get	0	@users' \
    'rates get	0	@currencies' \
    'rates get	1	@currencies' \
    'rates convert	0	-' \
    'rates convert	1	@currencies' \
    'rates convert	2	@currencies' \
    'rates history	0	@currencies' \
    'rates history	1	@currencies' \
    'costs verify	0	file' \
    'costs verify	1	file' \
    'costs allocate	0	=init' \
    'costs reconcile	0	file' \
    'costs mirror	0	file' \
    'costs query	0	-' \
    'costs focus-check	0	file' \
    'costs forecast	*	-' \
    'costs data-summary	*	-' \
    'config validate	0	file' \
    'config plan	0	file' \
    'config apply	0	file' \
    'api GET	0	=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' \
    'api HEAD	0	=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/workspace-providers,/v1/workspaces' \
    'api POST	0	=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' \
    'api PUT	0	=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' \
    'api PATCH	0	=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' \
    'api DELETE	0	=/v1/business-metrics,/v1/providers,/v1/saved-filters,/v1/workspace-providers,/v1/workspaces' \
    'api request	0	=GET,HEAD,POST,PUT,PATCH,DELETE' \
    'api request	1	=/v1/business-metrics,/v1/costs,/v1/exchange-rates,/v1/exchange-rates/rate,/v1/providers,/v1/providers/available,/v1/saved-filters,/v1/users,/v1/virtual-tags,/v1/workspace-providers,/v1/workspaces' \
    'api import	0	file' \
    'undo	0	-' \
    'schema	*	-' \
    'tag-keys list	*	-' \
    'tag-keys get	*	-' \
    'tag-keys delete	*	-' \
    'folders list	*	-' \
    'folders create	*	-' \
    'folders get	*	-' \
    'folders update	*	-' \
    'folders delete	*	-' \
    'folders set-saved-filter	*	-' \
    'dashboards list	*	-' \
    'dashboards create	*	-' \
    'dashboards get	*	-' \
    'dashboards update	*	-' \
    'dashboards delete	*	-' \
    'dashboards widget-create	*	-' \
    'dashboards widget-get	*	-' \
    'dashboards widget-update	*	-' \
    'dashboards widget-delete	*	-' \
    'dashboards set-saved-filter	*	-' \
    'custom-provider submit-costs-batch	*	-' \
    'custom-provider list-uploads	*	-' \
    'custom-provider upload-cost-files	*	-' \
    'custom-provider get-upload	*	-' \
    'custom-provider delete-upload	*	-' \
    'kubernetes report-usage	*	-' \
    'report-notifications list	*	-' \
    'report-notifications create	*	-' \
    'report-notifications get	*	-' \
    'report-notifications update	*	-' \
    'report-notifications delete	*	-' \
    'report-notifications activate	*	-' \
    'report-notifications deactivate	*	-' \
    'cost-reports list	*	-' \
    'cost-reports create	*	-' \
    'cost-reports get	*	-' \
    'cost-reports update	*	-' \
    'cost-reports delete	*	-' \
    'cost-reports get-data	*	-' \
    'cost-filters translate	*	-' \
    'cost-alerts list	*	-' \
    'cost-alerts create	*	-' \
    'cost-alerts get	*	-' \
    'cost-alerts update	*	-' \
    'cost-alerts delete	*	-' \
    'cost-alerts get-events	*	-' \
    'cost-alerts pause	*	-' \
    'cost-alerts resume	*	-' \
    'budgets list	*	-' \
    'budgets create	*	-' \
    'budgets get	*	-' \
    'budgets update	*	-' \
    'budgets delete	*	-' \
    'billing entitlement	*	-' \
    'billing metered-usage	*	-' \
    'anomalies list	*	-' \
    'anomalies acknowledge	*	-' \
    'allocation rules-list	*	-' \
    'allocation rules-create	*	-' \
    'allocation rules-update	*	-' \
    'allocation rules-delete	*	-' \
    'allocation rules-reorder	*	-' \
    'allocation rules-preview	*	-' \
    'allocation coverage-read	*	-' \
    'allocation segments-list	*	-' \
    'allocation segments-create	*	-' \
    'allocation segments-update	*	-' \
    'allocation segments-delete	*	-' \
    'teams list	*	-' \
    'teams create	*	-' \
    'teams get	*	-' \
    'teams update	*	-' \
    'teams delete	*	-' \
    'teams add-member	*	-' \
    'teams update-member	*	-' \
    'teams remove-member	*	-' \
    'teams list-workspace-access	*	-' \
    'teams set-workspace-access	*	-' \
    'teams remove-workspace-access	*	-' \
    'apps list	*	-' \
    'apps create	*	-' \
    'apps get	*	-' \
    'apps update	*	-' \
    'apps delete	*	-' \
    'audit-log list	*	-' \
    'contracting data-processing-agreement-status	*	-' \
    'utility current-token-info	*	-' \
    'utility health-check	*	-' \

# Asks costctl itself: for what the service has, and for what an imported document added.
function __costctl_ask
    set -l tokens (commandline -opc)
    $tokens[1] __complete $argv[1] "=$argv[2]" $tokens[2..-1] 2>/dev/null </dev/null
end

# The folder of the imported documents, if there is one.
function __costctl_imported
    if test -n "$COSTCTL_CONFIG_DIR"
        test -d "$COSTCTL_CONFIG_DIR/described"; and echo "$COSTCTL_CONFIG_DIR/described"
        return
    end
    set -l folder $HOME/.config
    test -n "$XDG_CONFIG_HOME"; and set folder $XDG_CONFIG_HOME
    for one in $folder $HOME/Library/Preferences $APPDATA
        if test -d $one/costctl/described
            echo $one/costctl/described
            return
        end
    end
end

# The words that imported documents add after a path, with their descriptions: their imports wrote them to files.
function __costctl_more
    set -l folder (__costctl_imported)
    test -n "$folder"; or return
    for file in $folder/*.words
        for line in (string match -r -- "^/$argv[1]\t.*" <$file)
            string replace : \t -- (string split \t -- $line)[2..-1]
        end
    end
end

# The options and arguments of an imported command are in no table: costctl itself reads the line.
function __costctl_ask_line
    test -n (__costctl_imported | string collect); and __costctl_ask line $argv[1]
end

function __costctl_offer
    # The first word of a list needs no program.
    string match -q -- '*,*' "$argv[2]"; or set argv[1] (string replace -r '^@=' = -- $argv[1])
    switch $argv[1]
        case '=*'
            string split , -- (string sub -s 2 -- $argv[1])
        case '@*'
            __costctl_ask (string sub -s 2 -- $argv[1]) $argv[2]
        case file
            __fish_complete_path $argv[2]
    end
end

# The rest of the lines of a table that begin with a path.
function __costctl_rows
    set -l from (math (string length -- "$argv[1]") + 2)
    for row in $argv[2..-1]
        set -l path (string split -m 1 \t -- $row)[1]
        test "$path" = "$argv[1]"; and string sub -s $from -- $row
    end
end

function __costctl_kind
    for row in (__costctl_rows "$argv[1]" $__costctl_options) (__costctl_rows '' $__costctl_options) (__costctl_rows + $__costctl_options)
        set -l fields (string split \t -- $row)
        if test "$fields[1]" = "$argv[2]"
            echo $fields[2]
            return
        end
    end
end

function __costctl_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)
    set -l path ''
    set -l place 0
    set -l wanted ''
    set -l helping ''
    set -l lost ''
    set -l more (__costctl_more '')
    for word in $tokens[2..-1]
        if test -n "$wanted"
            set wanted ''
            continue
        end
        if string match -q -- '-*' $word
            string match -q -- '*=*' $word; or set wanted (__costctl_kind "$path" $word)
            continue
        end
        if test "$word" = help -a -z "$path$helping"
            set helping 1
            continue
        end
        test -n "$lost"; and continue
        set -l next ''
        set -l added ''
        string match -q -- "$word"\t'*' $more; and set next $word; and set added 1
        for row in (__costctl_rows "$path" $__costctl_words)
            set -l fields (string split \t -- $row)
            test "$fields[1]" = "$word"; and set next $word
        end
        for row in (__costctl_rows "$path" $__costctl_aliases)
            set -l fields (string split \t -- $row)
            test "$fields[1]" = "$word"; and set next $fields[2]
        end
        if test -n "$next"
            set path (string trim -- "$path $next")
            set more (__costctl_more "$path")
            # A command of an imported document has nothing but options and arguments.
            test -n "$added" -a (count $more) -eq 0; and set lost 1
        else
            test (count $more (__costctl_rows "$path" $__costctl_words)) -gt 0; and set lost 1
            set place (math $place + 1)
        end
    end
    if test -n "$lost"
        __costctl_ask_line "$cur"
        return
    end
    if test -n "$wanted"
        __costctl_offer $wanted "$cur"
        return
    end
    set -l found
    if test -n "$helping"
        __costctl_rows "$path" $__costctl_words
        printf '%s\n' $more
        test -z "$path"; and __costctl_rows help $__costctl_words
        return
    else if string match -q -- '--*=*' "$cur"
        set -l parts (string split -m 1 = -- $cur)
        for value in (__costctl_offer (__costctl_kind "$path" $parts[1]) "$parts[2]")
            echo "$parts[1]=$value"
        end
        return
    else if string match -q -- '-*' "$cur"
        set -l rows (__costctl_rows "$path" $__costctl_options)
        if string match -q -- '+*' "$rows[-1]"
            set -e rows[-1]
            set -a rows (__costctl_rows + $__costctl_options)
        end
        test -n "$path"; and set -a rows (__costctl_rows '' $__costctl_options)
        for row in $rows
            set -l fields (string split \t -- $row)
            set -a found "$fields[1]"\t"$fields[3]"
        end
    else
        set found (__costctl_rows "$path" $__costctl_words)
        if test (count $found) -gt 0 -a (count $more) -gt 0
            set -l known (string replace -r '\t.*' '' -- $found | string join '|')
            set more (string match -rv -- "^($known)\t" $more)
        end
        set -a found $more
        if test (count $found) -eq 0
            for row in (__costctl_rows "$path" $__costctl_arguments)
                set -l fields (string split \t -- $row)
                if test "$fields[1]" = "$place" -o "$fields[1]" = '*'
                    __costctl_offer $fields[2] "$cur"
                    return
                end
            end
        end
    end
    string match -- "$cur*" $found
end

complete -c costctl -e
complete -c costctl -f -a '(__costctl_complete)'
