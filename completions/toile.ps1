# PowerShell completion of toile, made from its command table.

Register-ArgumentCompleter -Native -CommandName toile -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $nextOf = @{
        '' = @('login	Check a key and store it in the OS keychain', 'logout	Delete the stored key', 'me	Show the owner, plan, scopes and source of the key', 'quota	Show how much of the rate limit is used', 'accounts	ls, use', 'designs	ls', 'graph	Show the garment graph: every value with its provenance', 'brief	Show the tailor brief for the person who cuts', 'trust	Show the Design Trust counts that the service derives', 'confirmations	List the open questions of a garment', 'sheet	Write a garment as one page to print and send to a factory', 'workbook	write, read', 'export	Export construction documents and download them', 'techpack	request, status, ls, forget', 'shared	init', 'pull	Pull your designs into a folder, as text for git', 'diff	Compare the values of two garments, files or folders', 'stale	List pulled files that no longer match the service', 'values	Show values of many garments, by field, state or text', 'season	Count states and open questions of each pulled design', 'trims	Join the same material or trim across pulled designs', 'tour	Read a sample garment step by step, without a key', 'sandbox	start, run, status, pay, advance, scenario, reset', 'api	Send an authenticated request to any route of the service', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset', 'commands	Print the command reference as JSON', 'doctor	Check the setup and suggest fixes', 'completion	Print the shell completion script', 'help	Explain a command or a topic')
        'accounts' = @('ls	List the stored accounts and mark the current one', 'use	Make an account the current one')
        'designs' = @('ls	List your designs, newest first')
        'workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what was filled in in a workbook')
        'techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show the status of a Tech Pack, or download its PDF', 'ls	List the Tech Packs requested from this machine', 'forget	Remove the record of a request, or damaged records')
        'shared' = @('init	Create the id of the shared store and print it')
        'sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a command against a temporary sandbox', 'status	Show the state of the sandbox', 'pay	Pay for a Tech Pack in the sandbox', 'advance	Advance the clock of the sandbox', 'scenario	Select the failure that the sandbox simulates', 'reset	Reset the sandbox to its initial state')
        'tools' = @('ls	List the tools of the tool server and their arguments', 'call	Call a tool of the tool server and show the result')
        'mcp' = @('serve	Serve the tools to an assistant over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'skill' = @('print	Print instructions for a coding assistant')
        'config' = @('ls	List the settings', 'get	Show the effective value of a setting', 'set	Set a default for every command', 'unset	Remove a setting')
        'config set' = @('account	the account to use', 'accessible	output for screen readers: words, no redrawing', 'pager	the pager program on a terminal; cat turns paging off', 'rate	the rate limit, for example 300/5m', 'max-wait	longest wait of a command, for example 90s or 5m', 'shared	the shared Valkey/Redis server, without its password')
        'commands' = @('accounts	ls, use', 'designs	ls', 'workbook	write, read', 'techpack	request, status, ls, forget', 'shared	init', 'sandbox	start, run, status, pay, advance, scenario, reset', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset')
        'help' = @('accounts	ls, use', 'designs	ls', 'workbook	write, read', 'techpack	request, status, ls, forget', 'shared	init', 'sandbox	start, run, status, pay, advance, scenario, reset', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset')
        'commands accounts' = @('ls	List the stored accounts and mark the current one', 'use	Make an account the current one')
        'commands designs' = @('ls	List your designs, newest first')
        'commands workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what was filled in in a workbook')
        'commands techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show the status of a Tech Pack, or download its PDF', 'ls	List the Tech Packs requested from this machine', 'forget	Remove the record of a request, or damaged records')
        'commands shared' = @('init	Create the id of the shared store and print it')
        'commands sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a command against a temporary sandbox', 'status	Show the state of the sandbox', 'pay	Pay for a Tech Pack in the sandbox', 'advance	Advance the clock of the sandbox', 'scenario	Select the failure that the sandbox simulates', 'reset	Reset the sandbox to its initial state')
        'commands tools' = @('ls	List the tools of the tool server and their arguments', 'call	Call a tool of the tool server and show the result')
        'commands mcp' = @('serve	Serve the tools to an assistant over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'commands skill' = @('print	Print instructions for a coding assistant')
        'commands config' = @('ls	List the settings', 'get	Show the effective value of a setting', 'set	Set a default for every command', 'unset	Remove a setting')
        'help accounts' = @('ls	List the stored accounts and mark the current one', 'use	Make an account the current one')
        'help designs' = @('ls	List your designs, newest first')
        'help workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what was filled in in a workbook')
        'help techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show the status of a Tech Pack, or download its PDF', 'ls	List the Tech Packs requested from this machine', 'forget	Remove the record of a request, or damaged records')
        'help shared' = @('init	Create the id of the shared store and print it')
        'help sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a command against a temporary sandbox', 'status	Show the state of the sandbox', 'pay	Pay for a Tech Pack in the sandbox', 'advance	Advance the clock of the sandbox', 'scenario	Select the failure that the sandbox simulates', 'reset	Reset the sandbox to its initial state')
        'help tools' = @('ls	List the tools of the tool server and their arguments', 'call	Call a tool of the tool server and show the result')
        'help mcp' = @('serve	Serve the tools to an assistant over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'help skill' = @('print	Print instructions for a coding assistant')
        'help config' = @('ls	List the settings', 'get	Show the effective value of a setting', 'set	Set a default for every command', 'unset	Remove a setting')
    }
    $every0 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--sandbox	use the embedded sandbox; no credential is read', '--sandbox-from	use a pulled folder offline; no credential is read', '--account	use this account''s key and address', '--base-url	use this service address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 60s a request, 330s in scripts)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every1 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--account	use this account''s key and address', '--base-url	use this service address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 60s a request, 330s in scripts)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every2 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--account	use this account''s key and address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 60s a request, 330s in scripts)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every3 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every4 = @('--sandbox	use the embedded sandbox; no credential is read', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every5 = @('--json	print JSON; the body of the service is unchanged', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every6 = @('--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every7 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--sandbox	use the embedded sandbox; no credential is read', '--base-url	use this service address', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every8 = @('--json	print JSON; the body of the service is unchanged', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--sandbox	use the embedded sandbox; no credential is read', '--sandbox-from	use a pulled folder offline; no credential is read', '--account	use this account''s key and address', '--base-url	use this service address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 60s a request, 330s in scripts)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every9 = @('--json	print JSON; the body of the service is unchanged', '--jsonl	print one JSON object per line, as rows arrive', '--csv	print rows as CSV (RFC 4180) with a header', '--xlsx	write rows to a workbook with one sheet', '--columns	only these columns, renamed, for --csv or --xlsx', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--sandbox	use the embedded sandbox; no credential is read', '--account	use this account''s key and address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 60s a request, 330s in scripts)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every10 = @('--sandbox	use the embedded sandbox; no credential is read', '--sandbox-from	use a pulled folder offline; no credential is read', '--account	use this account''s key and address', '--base-url	use this service address', '--insecure-http	allow plain http to another machine', '--max-wait	longest total wait (default: 30s a request)', '--request-timeout	limit per request (default: 60s to first byte, then 300s)', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $every11 = @('--json	print JSON; the body of the service is unchanged', '--fields	print only these fields, in this order', '--jq	apply a jq filter to the JSON output', '--no-color	print without colour', '--quiet	print errors only on stderr', '--no-input	never prompt; fail instead', '--accessible	output for screen readers: words, no redrawing', '--debug	print each request on stderr, without secrets', '--help	Show help for the command')
    $flagsOf = @{
        '' = @('--version	Print the version') + $every0
        'accounts' = @() + $every0
        'designs' = @() + $every0
        'workbook' = @() + $every0
        'techpack' = @() + $every0
        'shared' = @() + $every0
        'sandbox' = @() + $every0
        'tools' = @() + $every0
        'mcp' = @() + $every0
        'skill' = @() + $every0
        'config' = @() + $every0
        'login' = @('--with-key	read the key from stdin', '--web	sign in with the browser, at the connector', '--connector-url	address of the connector, for --web', '--client-id	client id for a connector without registration', '--mcp-url	address of the tool server', '--insecure-storage	store the key in a file that only you can read') + $every1
        'logout' = @() + $every2
        'me' = @('--offline	show the key and address in use; send no request') + $every0
        'quota' = @() + $every1
        'accounts ls' = @() + $every3
        'accounts use' = @() + $every3
        'designs ls' = @('--limit	stop after N designs', '--all	list every page', '--before	continue after the cursor of an earlier list', '--search	only designs with TEXT in name, category or id', '--category	only this garment category, ignoring case', '--minted	only designs with a permanent GARM identity', '--since	only designs created since DATE, or within for example 7d') + $every0
        'graph' = @('--profile	audience of the graph (default: technical_designer)', '--kind	only nodes of these kinds, separated by commas', '--all	show every node and every member', '--view	layout of the view (default: follows the profile)', '--format	print the relations as a Mermaid flowchart', '--rows	one row per node: bom,pom,cut,seams,labels,colourways,sizes', '--state	only values in these states, for example inferred,unstated') + $every0
        'brief' = @('--all	show all members, also those that the view omits', '--state	only values in these states, for example inferred,unstated') + $every0
        'trust' = @('--all	show all members, also those that the view omits') + $every0
        'confirmations' = @('--all	show all members, also those that the view omits', '--view	each question with its options, or a list by department', '--state	only values in these states, for example inferred,unstated') + $every0
        'sheet' = @('--output	output file, folder, or - for stdout', '--profile	audience of the graph (default: technical_designer)', '--only	only these parts, separated by commas', '--kind	only nodes of these kinds, separated by commas', '--no-trust	omit the Design Trust counts', '--all	include members without a state, and draw every piece', '--since	mark changes since a file, a pulled folder or an id', '--drawing	add a drawing page: fetch (one export), or a file.svg', '--lang	add a second language after the English text', '--terms	your translations: CSV or TSV lines of text, translation', '--terms-missing	print the texts without a translation; write no page', '--open	open the page in the browser', '--clobber	overwrite an existing file', '--skip-existing	skip existing files; send no request for them') + $every0
        'workbook write' = @('--output	output file, folder, or - for stdout', '--profile	audience of the graph (default: technical_designer)', '--rounds	add an empty column per measuring round: proto,fit,pp', '--together	write one workbook, with the garment in every row', '--clobber	overwrite existing files', '--skip-existing	skip existing files; send no request for them') + $every0
        'workbook read' = @() + $every3
        'export' = @('--output	output file, folder (created for several), or - for stdout', '--profile	audience of the graph (default: technical_designer)', '--driver	layered drawing or JSON (default: svg)', '--clobber	overwrite existing files', '--skip-existing	skip existing files; send no request for them', '--link	print the response with its link; download nothing') + $every0
        'techpack request' = @('--yes	confirm the possible cost; required without a terminal', '--wait	wait until the Tech Pack is ready', '--timeout	stop waiting after this long', '--interval	time between the first polls; it grows later', '--download	download the PDF when ready, to FILE (- for stdout)', '--clobber	overwrite an existing file', '--brand	brand on the Tech Pack', '--size-selection	sizes, as a JSON object or @FILE; sent unchanged', '--notes	designer''s notes', '--piece-scope	pieces to include', '--body	the whole body: a JSON object, @FILE, or - for stdin', '--again	order another Tech Pack for the same design', '--local-guard	use the local record if the shared server is unavailable', '--open	open the checkout page in the browser') + $every0
        'techpack status' = @('--wait	wait until the Tech Pack is ready', '--timeout	stop waiting after this long', '--interval	time between the first polls; it grows later', '--download	download the PDF when ready, to FILE (- for stdout)', '--clobber	overwrite an existing file') + $every0
        'techpack ls' = @() + $every3
        'techpack forget' = @('--damaged	set damaged records aside', '--yes	confirm; required without a terminal') + $every3
        'shared init' = @('--keep	keep the id: the server restarted and lost nothing', '--yes	confirm; required without a terminal') + $every0
        'pull' = @('--profile	audience of graphs and exports', '--only	only these of graph, brief, trust, confirmations', '--exports	also export svg, json or both; repeated after changes', '--since	only designs created since DATE, or within for example 7d', '--garments-only	pull only GARM- identities, no designs', '--max-age	skip files checked within this time, for example 15m', '--max-requests	stop after N requests; the oldest checks come first', '--reserve	requests per 5 minutes left to others', '--delete	remove designs that the service no longer has', '--delete=all	remove designs that the service no longer has', '--prune	delete removed files older than TIME, for example 30d', '--dry-run	print the number of requests and minutes; only list') + $every0
        'diff' = @('--all	also compare reasons, order and number spelling', '--md	write Markdown', '--html	write one HTML page, the most costly changes first') + $every0
        'stale' = @('--reserve	requests per 5 minutes left to others') + $every0
        'values' = @('--all	read every design of the account', '--profile	audience of the graph (default: technical_designer)', '--field	only these fields; * matches any characters: ''tol_*''', '--kind	only nodes of these kinds, separated by commas', '--state	only values in these states, for example inferred,unstated', '--department	only cutting, sewing, materials, measuring, labels, other', '--value	only values that contain TEXT, ignoring case', '--count-by	count the values by these columns: design,field', '--whole	read every file of a folder, and members without a state') + $every0
        'season' = @('--profile	which graph of the folder (default: technical_designer)', '--department	only cutting, sewing, materials, measuring, labels, other', '--search	only designs with TEXT in name or id, ignoring case', '--sort	sort by a column: name, sewing_open, trust.unresolved', '--reverse	reverse the order; empty cells stay last', '--html	write one HTML page to print; - for stdout') + $every3
        'trims' = @('--profile	which graph of the folder (default: technical_designer)', '--kind	only nodes of these kinds, separated by commas', '--search	only items with TEXT in name, article or supplier', '--multiply	multiply quantity by cost, and sum both', '--whole	show every value of each row, with reasons') + $every3
        'tour' = @() + $every4
        'sandbox start' = @('--port	the port (default: any free port)', '--state	keep the state in FILE, to resume after a restart', '--from	serve a pulled folder, with a separate key', '--scenario	start with a failure scenario of toile help sandbox', '--cors	allow pages of this local origin to read responses') + $every5
        'sandbox run' = @('--port	the port (default: any free port)', '--state	keep the state in FILE, to resume after a restart', '--from	serve a pulled folder, with a separate key', '--scenario	start with a failure scenario of toile help sandbox') + $every6
        'sandbox status' = @() + $every7
        'sandbox pay' = @() + $every7
        'sandbox advance' = @() + $every7
        'sandbox scenario' = @() + $every7
        'sandbox reset' = @() + $every7
        'api' = @('--method	HTTP method; POST with --body', '--body	request body: JSON, @FILE, or - for stdin', '--field	query parameter, or body member with -X POST', '--all	fetch every page of v1/designs as one body', '--include	print the status and headers before the body', '--yes	confirm the possible cost of a Tech Pack request', '--again	send another Tech Pack request for the same design', '--local-guard	use the local record if the shared server is unavailable') + $every8
        'tools ls' = @() + $every9
        'tools call' = @('--args	arguments: a JSON object or @FILE', '--yes	confirm the possible cost of a tool beyond the five', '--again	call such a tool again with the same arguments') + $every9
        'mcp serve' = @('--folder	a pulled folder to offer and to compare with') + $every10
        'mcp config' = @('--folder	a pulled folder that the server also offers') + $every0
        'skill print' = @() + $every6
        'config ls' = @() + $every3
        'config get' = @() + $every3
        'config set' = @() + $every3
        'config unset' = @() + $every3
        'commands' = @() + $every3
        'doctor' = @() + $every0
        'completion' = @() + $every6
        'help' = @() + $every11
        'config set account' = @() + $every3
        'config set accessible' = @() + $every3
        'config set pager' = @() + $every3
        'config set rate' = @() + $every3
        'config set max-wait' = @() + $every3
        'config set shared' = @() + $every3
        'commands accounts' = @() + $every3
        'commands designs' = @() + $every3
        'commands workbook' = @() + $every3
        'commands techpack' = @() + $every3
        'commands shared' = @() + $every3
        'commands sandbox' = @() + $every3
        'commands tools' = @() + $every3
        'commands mcp' = @() + $every3
        'commands skill' = @() + $every3
        'commands config' = @() + $every3
        'help accounts' = @() + $every11
        'help designs' = @() + $every11
        'help workbook' = @() + $every11
        'help techpack' = @() + $every11
        'help shared' = @() + $every11
        'help sandbox' = @() + $every11
        'help tools' = @() + $every11
        'help mcp' = @() + $every11
        'help skill' = @() + $every11
        'help config' = @() + $every11
    }
    $valueOf = @{
        'login:--connector-url' = ''
        'login:--client-id' = ''
        'login:--mcp-url' = ''
        'designs ls:--limit' = ''
        'designs ls:--before' = ''
        'designs ls:--search' = ''
        'designs ls:--category' = ''
        'designs ls:--since' = ''
        'graph:--profile' = '=technical_designer factory'
        'graph:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'graph:--view' = '=designer factory'
        'graph:--format' = '=mermaid'
        'graph:--rows' = '=bom pom cut seams labels colourways sizes piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'graph:--state' = ',asserted inferred unstated none'
        'brief:--state' = ',asserted inferred unstated none'
        'confirmations:--view' = '=designer factory'
        'confirmations:--state' = ',asserted inferred unstated none'
        'sheet:--output' = '@files'
        'sheet:-o' = '@files'
        'sheet:--profile' = '=technical_designer factory'
        'sheet:--only' = ',materials cutting sewing measuring labels other facts brief trust questions not-stated'
        'sheet:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'sheet:--since' = '@ids+@files'
        'sheet:--drawing' = '=fetch+@files'
        'sheet:--lang' = '=zh-Hans zh-Hant vi tr it pt es'
        'sheet:--terms' = '@files'
        'workbook write:--output' = '@files'
        'workbook write:-o' = '@files'
        'workbook write:--profile' = '=technical_designer factory'
        'workbook write:--rounds' = ',proto fit pp'
        'export:--output' = '@files'
        'export:-o' = '@files'
        'export:--profile' = '=technical_designer factory'
        'export:--driver' = '=illustrator_svg_stage1 json svg'
        'techpack request:--timeout' = ''
        'techpack request:--interval' = ''
        'techpack request:--download' = '?@files'
        'techpack request:--brand' = ''
        'techpack request:--size-selection' = '@@files'
        'techpack request:--notes' = ''
        'techpack request:--piece-scope' = ''
        'techpack request:--body' = '@@files'
        'techpack status:--timeout' = ''
        'techpack status:--interval' = ''
        'techpack status:--download' = '?@files'
        'pull:--profile' = '=technical_designer factory both'
        'pull:--only' = ',graph brief trust confirmations'
        'pull:--exports' = ',svg json'
        'pull:--since' = ''
        'pull:--max-age' = ''
        'pull:--max-requests' = ''
        'pull:--reserve' = ''
        'pull:--prune' = ''
        'stale:--reserve' = ''
        'values:--profile' = '=technical_designer factory'
        'values:--field' = ''
        'values:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'values:--state' = ',asserted inferred unstated none'
        'values:--department' = ',cutting sewing materials measuring labels other'
        'values:--value' = ''
        'values:--count-by' = ',design_id garment_id name node_id kind label field value unit state basis confidence profile where'
        'season:--profile' = '=technical_designer factory'
        'season:--department' = ',cutting sewing materials measuring labels other'
        'season:--search' = ''
        'season:--sort' = '=design_id garment_id name profile where cutting_asserted cutting_inferred cutting_unstated cutting_another cutting_open sewing_asserted sewing_inferred sewing_unstated sewing_another sewing_open materials_asserted materials_inferred materials_unstated materials_another materials_open measuring_asserted measuring_inferred measuring_unstated measuring_another measuring_open labels_asserted labels_inferred labels_unstated labels_another labels_open other_asserted other_inferred other_unstated other_another other_open brief_asserted brief_inferred brief_unstated brief_another'
        'season:--html' = '@files'
        'trims:--profile' = '=technical_designer factory'
        'trims:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'trims:--search' = ''
        'sandbox start:--port' = ''
        'sandbox start:--state' = '@files'
        'sandbox start:--from' = '@files'
        'sandbox start:--scenario' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'sandbox start:--cors' = ''
        'sandbox run:--port' = ''
        'sandbox run:--state' = '@files'
        'sandbox run:--from' = '@files'
        'sandbox run:--scenario' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'api:--method' = '=GET POST'
        'api:-X' = '=GET POST'
        'api:--body' = '@@files'
        'api:--field' = ''
        'api:-f' = ''
        'tools call:--args' = '@@files'
        'mcp serve:--folder' = '@files'
        'mcp config:--folder' = '@files'
        '*:--xlsx' = '@files'
        '*:--columns' = '@@files'
        '*:--fields' = ''
        '*:--jq' = ''
        '*:--sandbox-from' = '@files'
        '*:--account' = '@accounts'
        '*:--base-url' = ''
        '*:--max-wait' = ''
        '*:--request-timeout' = ''
    }
    $wordOf = @{
        'accounts use:0' = '@accounts'
        'graph:0' = '@ids+@@files'
        'brief:0' = '@ids+@@files'
        'trust:0' = '@ids+@@files'
        'confirmations:0' = '@ids+@@files'
        'sheet:*' = '@ids+@@files'
        'workbook write:*' = '@ids+@@files'
        'workbook read:0' = '@files'
        'export:*' = '@ids'
        'techpack request:0' = '@ids'
        'techpack status:0' = '@purchases'
        'techpack forget:0' = '@requests'
        'pull:0' = '@files'
        'pull:*' = '@ids'
        'diff:0' = '@ids+@files'
        'diff:1' = '@ids+@files'
        'stale:0' = '@files'
        'stale:*' = '@ids'
        'values:*' = '@ids+@files'
        'season:0' = '@files'
        'trims:0' = '@files'
        'sandbox run:0' = '@programs'
        'sandbox run:*' = '@files'
        'sandbox pay:0' = '@purchases'
        'sandbox advance:0' = ''
        'sandbox scenario:0' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'api:0' = ''
        'tools call:0' = '=get_garment_graph get_tailor_brief run_design_trust list_unresolved_confirmations'
        'mcp config:0' = '=claude claude-desktop cursor vscode codex gemini antigravity windsurf zed'
        'config get:0' = '=account accessible pager rate max-wait shared'
        'config unset:0' = '=account accessible pager rate max-wait shared'
        'commands:0' = '=login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        'completion:0' = '=bash zsh fish powershell'
        'help:0' = '=environment flags ci git exit-codes output provenance login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        'config set account:0' = '@accounts'
        'config set accessible:0' = '=true false'
        'config set pager:0' = ''
        'config set rate:0' = ''
        'config set max-wait:0' = ''
        'config set shared:0' = ''
    }

    $tool = $commandAst.CommandElements[0].ToString()
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() } })
    function valueOf($place, $flag) {
        if ($valueOf.ContainsKey("${place}:$flag")) { $valueOf["${place}:$flag"] } else { $valueOf["*:$flag"] }
    }
    $place = ''; $what = $null; $at = 0; $rest = $false
    foreach ($word in $before) {
        if ($null -ne $what -and -not ($what -like '[?]*' -and $word -match '^-.')) { $what = $null }
        elseif (-not $rest -and $word -eq '--') { $rest = $true }
        elseif (-not $rest -and $word -match '^-.') { $what = valueOf $place $word }
        elseif (-not $rest -and $at -eq 0 -and @($nextOf[$place] | Where-Object { "$_".StartsWith("$word`t") }).Count -gt 0) {
            $place = "$place $word".Trim()
        }
        else { $at++ }
    }

    $lead = ''; $begins = $wordToComplete.Trim("'", '"'); $found = @()
    if ($what -like '[?]*' -and $begins -like '-*') { $what = $null }
    if ($null -eq $what -and -not $rest -and $begins -match '^(--[^=]+)=(.*)$') {
        $lead = "$($Matches[1])="; $begins = $Matches[2]; $what = valueOf $place $lead.TrimEnd('=')
    }
    elseif ($null -eq $what -and -not $rest -and $begins -like '-*') { $found += $flagsOf[$place]; $what = '' }
    elseif ($null -eq $what) {
        if (-not $rest -and $at -eq 0) { $found += $nextOf[$place] }
        $what = $wordOf["${place}:$at"]
        if ($null -eq $what) { $what = $wordOf["${place}:*"] }
    }
    $kinds = @("$what".TrimStart('?').Split('+'))
    foreach ($kind in $kinds) {
        if ($kind -like '=*') { $found += $kind.Substring(1).Split(' ') }
        elseif ($kind -like ',*') {
            $ahead = ''
            if ($begins -match '^.*,') { $ahead = $Matches[0] }
            $found += $kind.Substring(1).Split(' ') | ForEach-Object { "$ahead$_" }
        }
        elseif ($kind -eq '@programs') { $found += (Get-Command -Name "$begins*" -CommandType Application).Name }
        elseif ($kind -like '@*' -and $kind -notlike '*files') {
            $found += & $tool __complete $kind.Substring(1) $begins @before 2>$null
        }
        # Where nothing is offered, PowerShell offers files.
        elseif ($kind -eq '@files' -and $found.Count -gt 0 -and $lead -eq '') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($begins)
        }
    }
    foreach ($each in $found) {
        $text, $about = "$each" -split "`t", 2
        if ($text -eq '' -or -not $text.StartsWith($begins, [StringComparison]::OrdinalIgnoreCase)) { continue }
        $typed = "$lead$text"
        # PowerShell takes typographic quotes for quotes.
        if ($typed -match '[\s''"`$;,(){}&|<>@#\u2018-\u201f]') {
            $typed = "'" + [regex]::Replace($typed, "['\u2018-\u201b]", '$0$0') + "'"
        }
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
}
