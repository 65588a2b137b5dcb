BEGIN TRANSACTION;
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
CREATE TABLE "axes_accessattempt" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_agent" varchar(255) NOT NULL, "ip_address" char(39) NULL, "username" varchar(255) NULL, "http_accept" varchar(1025) NOT NULL, "path_info" varchar(255) NOT NULL, "attempt_time" datetime NOT NULL, "get_data" text NOT NULL, "post_data" text NOT NULL, "failures_since_start" integer unsigned NOT NULL CHECK ("failures_since_start" >= 0));
CREATE TABLE "axes_accessattemptexpiration" ("access_attempt_id" integer NOT NULL PRIMARY KEY REFERENCES "axes_accessattempt" ("id") DEFERRABLE INITIALLY DEFERRED, "expires_at" datetime NOT NULL);
CREATE TABLE "axes_accessfailurelog" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_agent" varchar(255) NOT NULL, "ip_address" char(39) NULL, "username" varchar(255) NULL, "http_accept" varchar(1025) NOT NULL, "path_info" varchar(255) NOT NULL, "attempt_time" datetime NOT NULL, "locked_out" bool NOT NULL);
CREATE TABLE "axes_accesslog" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_agent" varchar(255) NOT NULL, "ip_address" char(39) NULL, "username" varchar(255) NULL, "http_accept" varchar(1025) NOT NULL, "path_info" varchar(255) NOT NULL, "attempt_time" datetime NOT NULL, "logout_time" datetime NULL, "session_hash" varchar(64) NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
INSERT INTO "django_content_type" VALUES(1,'auth','permission');
INSERT INTO "django_content_type" VALUES(2,'auth','group');
INSERT INTO "django_content_type" VALUES(3,'contenttypes','contenttype');
INSERT INTO "django_content_type" VALUES(4,'sessions','session');
INSERT INTO "django_content_type" VALUES(5,'axes','accessattempt');
INSERT INTO "django_content_type" VALUES(6,'axes','accesslog');
INSERT INTO "django_content_type" VALUES(7,'axes','accessfailurelog');
INSERT INTO "django_content_type" VALUES(8,'axes','accessattemptexpiration');
INSERT INTO "django_content_type" VALUES(9,'tournaments','round');
INSERT INTO "django_content_type" VALUES(10,'tournaments','sitechain');
INSERT INTO "django_content_type" VALUES(11,'tournaments','stage');
INSERT INTO "django_content_type" VALUES(12,'tournaments','team');
INSERT INTO "django_content_type" VALUES(13,'tournaments','user');
INSERT INTO "django_content_type" VALUES(14,'tournaments','entry');
INSERT INTO "django_content_type" VALUES(15,'tournaments','gametable');
INSERT INTO "django_content_type" VALUES(16,'tournaments','roundclock');
INSERT INTO "django_content_type" VALUES(17,'tournaments','rulesetversion');
INSERT INTO "django_content_type" VALUES(18,'tournaments','seating');
INSERT INTO "django_content_type" VALUES(19,'tournaments','seat');
INSERT INTO "django_content_type" VALUES(20,'tournaments','signinlink');
INSERT INTO "django_content_type" VALUES(21,'tournaments','stageentry');
INSERT INTO "django_content_type" VALUES(22,'tournaments','tableresult');
INSERT INTO "django_content_type" VALUES(23,'tournaments','resultseat');
INSERT INTO "django_content_type" VALUES(24,'tournaments','handrecord');
INSERT INTO "django_content_type" VALUES(25,'tournaments','confirmation');
INSERT INTO "django_content_type" VALUES(26,'tournaments','tournament');
INSERT INTO "django_content_type" VALUES(27,'tournaments','seatingconstraint');
INSERT INTO "django_content_type" VALUES(28,'tournaments','scoreline');
INSERT INTO "django_content_type" VALUES(29,'tournaments','membership');
INSERT INTO "django_content_type" VALUES(30,'tournaments','auditentry');
INSERT INTO "django_content_type" VALUES(31,'tournaments','job');
INSERT INTO "django_content_type" VALUES(32,'tournaments','seatingdraw');
INSERT INTO "django_content_type" VALUES(33,'tournaments','seedcommitment');
INSERT INTO "django_content_type" VALUES(34,'tournaments','storedschedule');
INSERT INTO "django_content_type" VALUES(35,'tournaments','replayupload');
INSERT INTO "django_content_type" VALUES(36,'tournaments','board');
INSERT INTO "django_content_type" VALUES(37,'tournaments','boardplay');
INSERT INTO "django_content_type" VALUES(38,'tournaments','boardset');
INSERT INTO "django_content_type" VALUES(39,'tournaments','boardlook');
INSERT INTO "django_content_type" VALUES(40,'tournaments','playseat');
INSERT INTO "django_content_type" VALUES(41,'tournaments','tablelog');
INSERT INTO "django_content_type" VALUES(42,'tournaments','forfeit');
INSERT INTO "django_content_type" VALUES(43,'tournaments','siteaddress');
INSERT INTO "django_content_type" VALUES(44,'tournaments','apitoken');
INSERT INTO "django_content_type" VALUES(45,'tournaments','application');
INSERT INTO "django_content_type" VALUES(46,'tournaments','registrationdesk');
INSERT INTO "django_content_type" VALUES(47,'tournaments','boardsight');
INSERT INTO "django_content_type" VALUES(48,'tournaments','boardreplacement');
INSERT INTO "django_content_type" VALUES(49,'tournaments','boardshare');
INSERT INTO "django_content_type" VALUES(50,'tournaments','sentonce');
INSERT INTO "django_content_type" VALUES(51,'tournaments','seatclaim');
INSERT INTO "django_content_type" VALUES(52,'tournaments','sheetphoto');
INSERT INTO "django_content_type" VALUES(53,'tournaments','season');
INSERT INTO "django_content_type" VALUES(54,'tournaments','evening');
INSERT INTO "django_content_type" VALUES(55,'tournaments','seasonevent');
INSERT INTO "django_content_type" VALUES(56,'tournaments','seasonmerge');
INSERT INTO "django_content_type" VALUES(57,'tournaments','seasonrole');
INSERT INTO "django_content_type" VALUES(58,'tournaments','portrait');
INSERT INTO "django_content_type" VALUES(59,'tournaments','tableplace');
INSERT INTO "django_content_type" VALUES(60,'judging','call');
INSERT INTO "django_content_type" VALUES(61,'judging','case');
INSERT INTO "django_content_type" VALUES(62,'judging','claimrecord');
INSERT INTO "django_content_type" VALUES(63,'judging','desk');
INSERT INTO "django_content_type" VALUES(64,'judging','party');
INSERT INTO "django_content_type" VALUES(65,'judging','ruling');
INSERT INTO "django_content_type" VALUES(66,'judging','appeal');
INSERT INTO "django_content_type" VALUES(67,'judging','rulingline');
INSERT INTO "django_content_type" VALUES(68,'judging','sanction');
INSERT INTO "django_content_type" VALUES(69,'judging','rulingforfeit');
INSERT INTO "django_content_type" VALUES(70,'tournaments','workerheartbeat');
INSERT INTO "django_content_type" VALUES(71,'tournaments','email');
INSERT INTO "django_content_type" VALUES(72,'tournaments','entryquestion');
INSERT INTO "django_content_type" VALUES(73,'tournaments','category');
INSERT INTO "django_content_type" VALUES(74,'tournaments','fee');
INSERT INTO "django_content_type" VALUES(75,'tournaments','feedesk');
INSERT INTO "django_content_type" VALUES(76,'tournaments','payment');
INSERT INTO "django_content_type" VALUES(77,'tournaments','mailing');
INSERT INTO "django_content_type" VALUES(78,'tournaments','announcement');
INSERT INTO "django_content_type" VALUES(79,'tournaments','periodictask');
INSERT INTO "django_content_type" VALUES(80,'tournaments','inputrecord');
INSERT INTO "django_content_type" VALUES(81,'tournaments','inputplace');
INSERT INTO "django_content_type" VALUES(82,'tournaments','mergedentry');
INSERT INTO "django_content_type" VALUES(83,'tournaments','publicfile');
INSERT INTO "django_content_type" VALUES(84,'tournaments','standin');
INSERT INTO "django_content_type" VALUES(85,'tournaments','lineup');
INSERT INTO "django_content_type" VALUES(86,'tournaments','lineupplayer');
INSERT INTO "django_content_type" VALUES(87,'tournaments','stageteam');
INSERT INTO "django_content_type" VALUES(88,'tournaments','accountrequest');
INSERT INTO "django_content_type" VALUES(89,'tournaments','accountrules');
INSERT INTO "django_content_type" VALUES(90,'tournaments','seasonteammerge');
INSERT INTO "django_content_type" VALUES(91,'tournaments','absence');
INSERT INTO "django_content_type" VALUES(92,'tournaments','presence');
INSERT INTO "django_content_type" VALUES(93,'tournaments','storedstandings');
INSERT INTO "django_content_type" VALUES(94,'tournaments','storedresult');
INSERT INTO "django_content_type" VALUES(95,'tournaments','newestbackup');
INSERT INTO "django_content_type" VALUES(96,'tournaments','loan');
INSERT INTO "django_content_type" VALUES(97,'judging','handover');
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
INSERT INTO "django_migrations" VALUES(1,'contenttypes','0001_initial','2026-11-24 18:20:07.896061');
INSERT INTO "django_migrations" VALUES(2,'contenttypes','0002_remove_content_type_name','2026-11-24 18:20:07.905459');
INSERT INTO "django_migrations" VALUES(3,'auth','0001_initial','2026-11-24 18:20:07.937947');
INSERT INTO "django_migrations" VALUES(4,'auth','0002_alter_permission_name_max_length','2026-11-24 18:20:07.956474');
INSERT INTO "django_migrations" VALUES(5,'auth','0003_alter_user_email_max_length','2026-11-24 18:20:07.958921');
INSERT INTO "django_migrations" VALUES(6,'auth','0004_alter_user_username_opts','2026-11-24 18:20:07.970653');
INSERT INTO "django_migrations" VALUES(7,'auth','0005_alter_user_last_login_null','2026-11-24 18:20:07.977102');
INSERT INTO "django_migrations" VALUES(8,'auth','0006_require_contenttypes_0002','2026-11-24 18:20:07.977826');
INSERT INTO "django_migrations" VALUES(9,'auth','0007_alter_validators_add_error_messages','2026-11-24 18:20:07.979851');
INSERT INTO "django_migrations" VALUES(10,'auth','0008_alter_user_username_max_length','2026-11-24 18:20:07.981846');
INSERT INTO "django_migrations" VALUES(11,'auth','0009_alter_user_last_name_max_length','2026-11-24 18:20:07.986561');
INSERT INTO "django_migrations" VALUES(12,'auth','0010_alter_group_name_max_length','2026-11-24 18:20:07.994568');
INSERT INTO "django_migrations" VALUES(13,'auth','0011_update_proxy_permissions','2026-11-24 18:20:07.998935');
INSERT INTO "django_migrations" VALUES(14,'auth','0012_alter_user_first_name_max_length','2026-11-24 18:20:08.019720');
INSERT INTO "django_migrations" VALUES(15,'axes','0001_initial','2026-11-24 18:20:08.025957');
INSERT INTO "django_migrations" VALUES(16,'axes','0002_auto_20151217_2044','2026-11-24 18:20:08.054265');
INSERT INTO "django_migrations" VALUES(17,'axes','0003_auto_20160322_0929','2026-11-24 18:20:08.077848');
INSERT INTO "django_migrations" VALUES(18,'axes','0004_auto_20181024_1538','2026-11-24 18:20:08.097259');
INSERT INTO "django_migrations" VALUES(19,'axes','0005_remove_accessattempt_trusted','2026-11-24 18:20:08.114220');
INSERT INTO "django_migrations" VALUES(20,'axes','0006_remove_accesslog_trusted','2026-11-24 18:20:08.127380');
INSERT INTO "django_migrations" VALUES(21,'axes','0007_alter_accessattempt_unique_together','2026-11-24 18:20:08.161170');
INSERT INTO "django_migrations" VALUES(22,'axes','0008_accessfailurelog','2026-11-24 18:20:08.189820');
INSERT INTO "django_migrations" VALUES(23,'axes','0009_add_session_hash','2026-11-24 18:20:08.208004');
INSERT INTO "django_migrations" VALUES(24,'axes','0010_accessattemptexpiration','2026-11-24 18:20:08.210518');
INSERT INTO "django_migrations" VALUES(25,'tournaments','0001_initial','2026-11-24 18:20:09.919674');
INSERT INTO "django_migrations" VALUES(26,'tournaments','0002_job','2026-11-24 18:20:10.021289');
INSERT INTO "django_migrations" VALUES(27,'tournaments','0003_audit_entries_stay','2026-11-24 18:20:10.091205');
INSERT INTO "django_migrations" VALUES(28,'tournaments','0004_seating_draws','2026-11-24 18:20:10.305414');
INSERT INTO "django_migrations" VALUES(29,'tournaments','0005_replay_upload','2026-11-24 18:20:10.321111');
INSERT INTO "django_migrations" VALUES(30,'tournaments','0006_duplicate_deals','2026-11-24 18:20:11.001514');
INSERT INTO "django_migrations" VALUES(31,'tournaments','0007_table_logs','2026-11-24 18:20:11.121304');
INSERT INTO "django_migrations" VALUES(32,'tournaments','0008_seating_draw_kinds','2026-11-24 18:20:11.966021');
INSERT INTO "django_migrations" VALUES(33,'tournaments','0009_entries_close','2026-11-24 18:20:12.421371');
INSERT INTO "django_migrations" VALUES(34,'tournaments','0010_prices_of_draws','2026-11-24 18:20:12.522413');
INSERT INTO "django_migrations" VALUES(35,'tournaments','0011_forfeits','2026-11-24 18:20:12.665314');
INSERT INTO "django_migrations" VALUES(36,'tournaments','0012_proof_of_draws','2026-11-24 18:20:13.127494');
INSERT INTO "django_migrations" VALUES(37,'tournaments','0013_stored_sentences','2026-11-24 18:20:14.960005');
INSERT INTO "django_migrations" VALUES(38,'tournaments','0014_sentences_of_0_1','2026-11-24 18:20:17.033427');
INSERT INTO "django_migrations" VALUES(39,'tournaments','0015_declared_hands','2026-11-24 18:20:17.306576');
INSERT INTO "django_migrations" VALUES(40,'tournaments','0016_site_address','2026-11-24 18:20:17.324970');
INSERT INTO "django_migrations" VALUES(41,'tournaments','0017_api_tokens','2026-11-24 18:20:17.637377');
INSERT INTO "django_migrations" VALUES(42,'tournaments','0018_players_phones','2026-11-24 18:20:18.246895');
INSERT INTO "django_migrations" VALUES(43,'tournaments','0019_event_travels','2026-11-24 18:20:19.659113');
INSERT INTO "django_migrations" VALUES(44,'tournaments','0020_registrations','2026-11-24 18:20:19.937701');
INSERT INTO "django_migrations" VALUES(45,'tournaments','0021_draws_as_promised','2026-11-24 18:20:22.749524');
INSERT INTO "django_migrations" VALUES(46,'tournaments','0022_boards_for_strangers','2026-11-24 18:20:24.421284');
INSERT INTO "django_migrations" VALUES(47,'tournaments','0023_sent_once','2026-11-24 18:20:24.427112');
INSERT INTO "django_migrations" VALUES(48,'tournaments','0024_tables_in_row','2026-11-24 18:20:24.498840');
INSERT INTO "django_migrations" VALUES(49,'tournaments','0025_photos_and_seat_claims','2026-11-24 18:20:24.777285');
INSERT INTO "django_migrations" VALUES(50,'tournaments','0026_second_entries','2026-11-24 18:20:28.657605');
INSERT INTO "django_migrations" VALUES(51,'tournaments','0027_seasons','2026-11-24 18:20:29.478920');
INSERT INTO "django_migrations" VALUES(52,'tournaments','0028_through_the_day','2026-11-24 18:20:30.255624');
INSERT INTO "django_migrations" VALUES(53,'tournaments','0029_rehearsals','2026-11-24 18:20:30.755372');
INSERT INTO "django_migrations" VALUES(54,'tournaments','0030_player_accounts','2026-11-24 18:20:31.163984');
INSERT INTO "django_migrations" VALUES(55,'tournaments','0031_portraits','2026-11-24 18:20:31.379424');
INSERT INTO "django_migrations" VALUES(56,'tournaments','0032_more_log_forms','2026-11-24 18:20:31.898704');
INSERT INTO "django_migrations" VALUES(57,'tournaments','0033_table_places','2026-11-24 18:20:32.113360');
INSERT INTO "django_migrations" VALUES(58,'tournaments','0034_accounts_by_key','2026-11-24 18:20:32.254828');
INSERT INTO "django_migrations" VALUES(59,'tournaments','0035_marks_of_rounds','2026-11-24 18:20:32.442474');
INSERT INTO "django_migrations" VALUES(60,'tournaments','0036_archived_and_deleted_events','2026-11-24 18:20:32.528399');
INSERT INTO "django_migrations" VALUES(61,'tournaments','0037_constraint_sentences','2026-11-24 18:20:59.626394');
INSERT INTO "django_migrations" VALUES(62,'judging','0001_initial','2026-11-24 18:20:59.893303');
INSERT INTO "django_migrations" VALUES(63,'judging','0002_cases','2026-11-24 18:21:02.001492');
INSERT INTO "django_migrations" VALUES(64,'judging','0003_ruling_forfeits','2026-11-24 18:21:02.261381');
INSERT INTO "django_migrations" VALUES(65,'judging','0004_sentences_of_0_1','2026-11-24 18:21:02.491085');
INSERT INTO "django_migrations" VALUES(66,'judging','0005_place_in_event','2026-11-24 18:21:02.730284');
INSERT INTO "django_migrations" VALUES(67,'judging','0006_appeals_from','2026-11-24 18:21:03.502130');
INSERT INTO "django_migrations" VALUES(68,'judging','0007_device_answers','2026-11-24 18:21:03.764578');
INSERT INTO "django_migrations" VALUES(69,'judging','0008_constraint_sentences','2026-11-24 18:21:11.520527');
INSERT INTO "django_migrations" VALUES(70,'sessions','0001_initial','2026-11-24 18:21:11.585289');
INSERT INTO "django_migrations" VALUES(71,'tournaments','0038_own_confirmations','2026-11-24 18:21:12.418618');
INSERT INTO "django_migrations" VALUES(72,'tournaments','0039_email_rows','2026-11-29 23:18:41.762016');
INSERT INTO "django_migrations" VALUES(73,'tournaments','0040_remove_proofs','2026-11-29 23:18:42.536948');
INSERT INTO "django_migrations" VALUES(74,'tournaments','0041_boards_by_one_director','2026-11-29 23:18:42.966630');
INSERT INTO "django_migrations" VALUES(75,'tournaments','0042_house_substitutes','2026-11-29 23:18:43.356490');
INSERT INTO "django_migrations" VALUES(76,'tournaments','0043_optional_features','2026-11-29 23:18:45.032682');
INSERT INTO "django_migrations" VALUES(77,'tournaments','0044_column_choices','2026-11-29 23:18:45.294913');
INSERT INTO "django_migrations" VALUES(78,'tournaments','0045_questions_of_events','2026-11-29 23:18:46.373989');
INSERT INTO "django_migrations" VALUES(79,'tournaments','0046_fees_and_categories','2026-11-29 23:18:52.225387');
INSERT INTO "django_migrations" VALUES(80,'tournaments','0047_mailings','2026-11-29 23:18:56.795153');
INSERT INTO "django_migrations" VALUES(81,'tournaments','0048_house_rules','2026-11-29 23:18:57.928153');
INSERT INTO "django_migrations" VALUES(82,'tournaments','0049_announcements','2026-11-29 23:18:58.404569');
INSERT INTO "django_migrations" VALUES(83,'tournaments','0050_mail_addresses','2026-11-29 23:18:58.809028');
INSERT INTO "django_migrations" VALUES(84,'tournaments','0051_search_keys','2026-11-29 23:19:00.468209');
INSERT INTO "django_migrations" VALUES(85,'tournaments','0052_hall_code_number','2026-11-29 23:19:00.767247');
INSERT INTO "django_migrations" VALUES(86,'tournaments','0053_periodic_tasks','2026-11-29 23:19:00.784968');
INSERT INTO "django_migrations" VALUES(87,'tournaments','0054_start_links','2026-11-29 23:19:01.122341');
INSERT INTO "django_migrations" VALUES(88,'tournaments','0055_ranking_version','2026-11-29 23:19:02.056149');
INSERT INTO "django_migrations" VALUES(89,'tournaments','0056_country_codes','2026-11-29 23:19:04.508583');
INSERT INTO "django_migrations" VALUES(90,'tournaments','0057_input_records','2026-11-29 23:19:06.298382');
INSERT INTO "django_migrations" VALUES(91,'tournaments','0058_merged_entries','2026-11-29 23:19:06.654136');
INSERT INTO "django_migrations" VALUES(92,'tournaments','0059_public_files','2026-11-29 23:19:07.993879');
INSERT INTO "django_migrations" VALUES(93,'tournaments','0060_fee_added','2026-11-29 23:19:08.673003');
INSERT INTO "django_migrations" VALUES(94,'tournaments','0061_years_of_times','2026-11-29 23:19:11.203136');
INSERT INTO "django_migrations" VALUES(95,'tournaments','0062_stand_ins','2026-11-29 23:19:12.305519');
INSERT INTO "django_migrations" VALUES(96,'tournaments','0063_annulled_rounds','2026-11-29 23:19:12.743824');
INSERT INTO "django_migrations" VALUES(97,'tournaments','0064_fee_currencies','2026-11-29 23:19:14.155690');
INSERT INTO "django_migrations" VALUES(98,'tournaments','0065_registration_country_codes','2026-11-29 23:19:15.364653');
INSERT INTO "django_migrations" VALUES(99,'tournaments','0066_inputs_kept_since','2026-11-29 23:19:16.830265');
INSERT INTO "django_migrations" VALUES(100,'tournaments','0067_new_start_of_demonstration','2026-11-29 23:19:16.862154');
INSERT INTO "django_migrations" VALUES(101,'tournaments','0068_address_of_this_computer','2026-11-29 23:19:16.952567');
INSERT INTO "django_migrations" VALUES(102,'tournaments','0069_folded_names','2026-11-29 23:19:18.154228');
INSERT INTO "django_migrations" VALUES(103,'tournaments','0070_rules_of_started_events','2026-11-29 23:19:18.920980');
INSERT INTO "django_migrations" VALUES(104,'tournaments','0071_table_postponed','2026-11-29 23:19:19.319217');
INSERT INTO "django_migrations" VALUES(105,'tournaments','0072_event_country_and_organiser','2026-11-29 23:19:21.660658');
INSERT INTO "django_migrations" VALUES(106,'tournaments','0073_line_ups','2026-11-29 23:19:26.911449');
INSERT INTO "django_migrations" VALUES(107,'tournaments','0074_kongs_after_riichi_of_tenhou','2026-11-29 23:19:27.832091');
INSERT INTO "django_migrations" VALUES(108,'tournaments','0075_team_cut','2026-11-29 23:19:30.410682');
INSERT INTO "django_migrations" VALUES(109,'tournaments','0076_accounts_of_the_site','2026-11-29 23:19:31.456640');
INSERT INTO "django_migrations" VALUES(110,'tournaments','0077_season_teams','2026-11-29 23:19:31.977871');
INSERT INTO "django_migrations" VALUES(111,'tournaments','0078_fixtures_of_teams','2026-11-29 23:19:35.788784');
INSERT INTO "django_migrations" VALUES(112,'tournaments','0079_attendance','2026-11-29 23:19:36.638080');
INSERT INTO "django_migrations" VALUES(113,'tournaments','0080_stored_results','2026-11-29 23:19:39.822915');
INSERT INTO "django_migrations" VALUES(114,'tournaments','0081_former_options','2026-11-29 23:19:41.792135');
INSERT INTO "django_migrations" VALUES(115,'tournaments','0082_newest_backup','2026-11-29 23:19:41.831221');
INSERT INTO "django_migrations" VALUES(116,'tournaments','0083_reason_length','2026-11-29 23:19:44.254768');
INSERT INTO "django_migrations" VALUES(117,'tournaments','0084_remove_late_extra','2026-11-29 23:19:46.704922');
INSERT INTO "django_migrations" VALUES(118,'tournaments','0085_seed_shares','2026-11-29 23:19:48.750827');
INSERT INTO "django_migrations" VALUES(119,'tournaments','0086_remove_board_shares','2026-11-29 23:19:48.772779');
INSERT INTO "django_migrations" VALUES(120,'tournaments','0087_promise_messages','2026-11-29 23:19:52.710870');
INSERT INTO "django_migrations" VALUES(121,'tournaments','0088_loans','2026-11-29 23:19:53.894686');
INSERT INTO "django_migrations" VALUES(122,'tournaments','0001_squashed_0088_loans','2026-11-29 23:19:53.919486');
INSERT INTO "django_migrations" VALUES(123,'judging','0009_handovers','2026-11-29 23:20:05.508069');
INSERT INTO "django_migrations" VALUES(124,'judging','0010_accepted_rulings','2026-11-29 23:20:06.041892');
INSERT INTO "django_migrations" VALUES(125,'judging','0011_further_claims','2026-11-29 23:20:06.486805');
INSERT INTO "django_migrations" VALUES(126,'judging','0012_hands_won_and_over','2026-11-29 23:20:06.870466');
INSERT INTO "django_migrations" VALUES(127,'judging','0013_remove_device_answers','2026-11-29 23:20:08.031827');
INSERT INTO "django_migrations" VALUES(128,'judging','0001_squashed_0013_remove_device_answers','2026-11-29 23:20:08.048159');
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
CREATE TABLE "judging_appeal" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "grounds" text NOT NULL, "filed_at" datetime NOT NULL, "late_reason" text NOT NULL, "decide_by" datetime NOT NULL, "state" varchar(9) NOT NULL, "decided_at" datetime NULL, "decision" text NOT NULL, "by_entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "decided_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "filed_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "new_ruling_id" bigint NULL UNIQUE REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED, "ruling_id" bigint NOT NULL REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "appeal_decided_with_words" CHECK ((("decided_at" IS NULL AND "state" = 'open') OR ("decided_at" IS NOT NULL AND "state" IN ('upheld', 'changed', 'withdrawn') AND NOT ("decision" = '')))), CONSTRAINT "appeal_change_is_a_ruling" CHECK ((NOT ("state" = 'changed') OR "new_ruling_id" IS NOT NULL)));
CREATE TABLE "judging_call" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "about" varchar(8) NOT NULL, "state" varchar(10) NOT NULL, "called_at" datetime NOT NULL, "taken_at" datetime NULL, "arrived_at" datetime NULL, "ended_at" datetime NULL, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "taken_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "call_state_known" CHECK ("state" IN ('waiting', 'taken', 'arrived', 'closed', 'withdrawn')), CONSTRAINT "call_ended_or_open" CHECK ((("ended_at" IS NULL AND "state" IN ('waiting', 'taken', 'arrived')) OR ("ended_at" IS NOT NULL AND "state" IN ('closed', 'withdrawn')))), CONSTRAINT "call_taken_by_somebody" CHECK ((NOT ("state" IN ('taken', 'arrived')) OR ("taken_at" IS NOT NULL AND "taken_by_id" IS NOT NULL))));
CREATE TABLE "judging_case" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "kind" varchar(40) NOT NULL, "hand" smallint unsigned NULL CHECK ("hand" >= 0), "note" text NOT NULL, "state" varchar(8) NOT NULL, "opened_at" datetime NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "call_id" bigint NULL UNIQUE REFERENCES "judging_call" ("id") DEFERRABLE INITIALLY DEFERRED, "opened_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" bigint NULL REFERENCES "tournaments_tableresult" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "case_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "case_state_known" CHECK ("state" IN ('open', 'ruled', 'appealed', 'dropped')), CONSTRAINT "case_hand_positive" CHECK (("hand" IS NULL OR "hand" >= 1)), CONSTRAINT "case_table_in_a_round" CHECK (("table_id" IS NULL OR "round_id" IS NOT NULL)));
INSERT INTO "judging_case" VALUES(1,1,'win',1,'a claim','ruled','2026-11-24 18:21:31.728190',2,NULL,2,6,2,4,1);
INSERT INTO "judging_case" VALUES(2,1,'win',1,'a claim','ruled','2026-11-24 18:21:34.798989',2,NULL,2,12,5,8,2);
CREATE TABLE "judging_claimrecord" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "case_id" bigint NOT NULL REFERENCES "judging_case" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "key" char(32) NULL UNIQUE, "kind" varchar(40) NOT NULL, "claim" text NOT NULL CHECK ((JSON_VALID("claim") OR "claim" IS NULL)), "findings" text NOT NULL CHECK ((JSON_VALID("findings") OR "findings" IS NULL)), "proposals" text NOT NULL CHECK ((JSON_VALID("proposals") OR "proposals" IS NULL)), "verdict" varchar(10) NOT NULL, "clauses" text NOT NULL, "ruleset_id" bigint NULL REFERENCES "tournaments_rulesetversion" ("id") DEFERRABLE INITIALLY DEFERRED, "ruleset_name" varchar(80) NOT NULL, "parameters" text NOT NULL CHECK ((JSON_VALID("parameters") OR "parameters" IS NULL)), "engine_version" varchar(40) NOT NULL, "recorded_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "recorded_at" datetime NOT NULL, "further" text NOT NULL CHECK ((JSON_VALID("further") OR "further" IS NULL)), CONSTRAINT "claim_number_once" UNIQUE ("case_id", "number"), CONSTRAINT "claim_verdict_known" CHECK ("verdict" IN ('holds', 'fails', 'undecided')));
INSERT INTO "judging_claimrecord" VALUES(1,1,1,NULL,'win','{"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {}}','[{"verdict": "fails", "clause": "MCR-6.2", "text": "A win needs eight points without flowers.", "message": "The hand counts 7 points without flowers; 8 are needed.", "missing": [], "evidence": [{"kind": "numbers", "label": "Points", "value": {"without flowers": 7, "flowers": 2}}], "infraction": "false_hu_points", "seat": 1}]','[{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}]','fails',' MCR-6.2  MCR-6.8 points ',1,'mcr-2006','{}','test',2,'2026-11-24 18:21:31.755770','[]');
INSERT INTO "judging_claimrecord" VALUES(2,2,1,NULL,'win','{"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {}}','[{"verdict": "fails", "clause": "MCR-6.2", "text": "A win needs eight points without flowers.", "message": "The hand counts 7 points without flowers; 8 are needed.", "missing": [], "evidence": [{"kind": "numbers", "label": "Points", "value": {"without flowers": 7, "flowers": 2}}], "infraction": "false_hu_points", "seat": 1}]','[{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}]','fails',' MCR-6.2  MCR-6.8 points ',2,'mcr-2006','{}','test',2,'2026-11-24 18:21:34.824552','[]');
CREATE TABLE "judging_desk" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "appeal_minutes" smallint unsigned NOT NULL CHECK ("appeal_minutes" >= 0), "head_referee_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "appeals_from" varchar(7) NOT NULL);
INSERT INTO "judging_desk" VALUES(1,45,NULL,1,'session');
INSERT INTO "judging_desk" VALUES(2,45,NULL,2,'session');
CREATE TABLE "judging_handover" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "note" text NOT NULL, "handed_at" datetime NOT NULL, "by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "case_id" bigint NOT NULL REFERENCES "judging_case" ("id") DEFERRABLE INITIALLY DEFERRED, "to_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "judging_party" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "concerned" bool NOT NULL, "case_id" bigint NOT NULL REFERENCES "judging_case" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "accepted_id" bigint NULL REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "party_seat_once" UNIQUE ("case_id", "seat"), CONSTRAINT "party_player_once" UNIQUE ("case_id", "entry_id"), CONSTRAINT "party_seat_known" CHECK ("seat" <= 3));
INSERT INTO "judging_party" VALUES(1,0,0,1,5,NULL);
INSERT INTO "judging_party" VALUES(2,1,1,1,6,NULL);
INSERT INTO "judging_party" VALUES(3,2,0,1,9,NULL);
INSERT INTO "judging_party" VALUES(4,3,0,1,8,NULL);
INSERT INTO "judging_party" VALUES(5,0,0,2,16,NULL);
INSERT INTO "judging_party" VALUES(6,1,1,2,17,NULL);
INSERT INTO "judging_party" VALUES(7,2,0,2,20,NULL);
INSERT INTO "judging_party" VALUES(8,3,0,2,21,NULL);
CREATE TABLE "judging_ruling" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "in_force" bool NOT NULL, "as_proposed" bool NOT NULL, "reason" text NOT NULL, "note" text NOT NULL, "hand_effect" varchar(16) NOT NULL, "minutes" smallint unsigned NOT NULL CHECK ("minutes" >= 0), "payments" varchar(6) NOT NULL, "transfers" text NOT NULL CHECK ((JSON_VALID("transfers") OR "transfers" IS NULL)), "appeal_until" datetime NULL, "decided_at" datetime NOT NULL, "case_id" bigint NOT NULL REFERENCES "judging_case" ("id") DEFERRABLE INITIALLY DEFERRED, "claim_id" bigint NOT NULL REFERENCES "judging_claimrecord" ("id") DEFERRABLE INITIALLY DEFERRED, "decided_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "supersedes_id" bigint NULL UNIQUE REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "ruling_number_once" UNIQUE ("case_id", "number"), CONSTRAINT "ruling_own_has_reason" CHECK ((NOT ("reason" = '') OR ("as_proposed" AND "supersedes_id" IS NULL))));
INSERT INTO "judging_ruling" VALUES(1,1,1,1,'','','dead_hand',0,'none','[{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}]',NULL,'2026-11-24 18:21:31.802955',1,1,2,NULL);
INSERT INTO "judging_ruling" VALUES(2,1,1,1,'','','dead_hand',0,'none','[{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}]',NULL,'2026-11-24 18:21:34.863133',2,2,2,NULL);
CREATE TABLE "judging_rulingforfeit" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "forfeit_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_forfeit" ("id") DEFERRABLE INITIALLY DEFERRED, "ruling_id" bigint NOT NULL REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "judging_rulingline" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "line_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_scoreline" ("id") DEFERRABLE INITIALLY DEFERRED, "ruling_id" bigint NOT NULL REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "judging_rulingline" VALUES(1,70,1);
INSERT INTO "judging_rulingline" VALUES(2,108,2);
CREATE TABLE "judging_sanction" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "order" smallint unsigned NOT NULL CHECK ("order" >= 0), "infraction" varchar(60) NOT NULL, "clause" varchar(120) NOT NULL, "title" varchar(200) NOT NULL, "penalty" varchar(40) NOT NULL, "repeat" smallint unsigned NOT NULL CHECK ("repeat" >= 0), "as_proposed" bool NOT NULL, "proposal" text NOT NULL CHECK ((JSON_VALID("proposal") OR "proposal" IS NULL)), "entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "ruling_id" bigint NOT NULL REFERENCES "judging_ruling" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "sanction_order_once" UNIQUE ("ruling_id", "order"));
INSERT INTO "judging_sanction" VALUES(1,0,'false_hu_points','MCR-6.8 points','False win: too few points','payment',0,1,'{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}',6,1);
INSERT INTO "judging_sanction" VALUES(2,0,'false_hu_points','MCR-6.8 points','False win: too few points','payment',0,1,'{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}',17,2);
CREATE TABLE "tournaments_absence" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "absence_once" UNIQUE ("round_id", "entry_id"));
CREATE TABLE "tournaments_accountrequest" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "username" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "about" varchar(200) NOT NULL, "created_at" datetime NOT NULL, CONSTRAINT "account_request_once" UNIQUE ("email"));
CREATE TABLE "tournaments_accountrules" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sign_up" bool NOT NULL, "max_events" integer unsigned NULL CHECK ("max_events" >= 0), "max_mails" integer unsigned NULL CHECK ("max_mails" >= 0), "max_megabytes" integer unsigned NULL CHECK ("max_megabytes" >= 0), CONSTRAINT "account_rules_once" CHECK ("id" = 1));
CREATE TABLE "tournaments_announcement" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "text" text NOT NULL, "level" varchar(9) NOT NULL, "starts_at" datetime NULL, "ends_at" datetime NULL, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "announcement_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "announcement_within_years" CHECK ((("starts_at" IS NULL OR "starts_at" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00') AND ("ends_at" IS NULL OR "ends_at" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00'))));
CREATE TABLE "tournaments_apitoken" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "digest" varchar(64) NOT NULL UNIQUE, "scopes" text NOT NULL CHECK ((JSON_VALID("scopes") OR "scopes" IS NULL)), "by_sign_in" bool NOT NULL, "created_at" datetime NOT NULL, "expires_at" datetime NULL, "last_used_at" datetime NULL, "tournament_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_application" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "entry_id" bigint NULL UNIQUE REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "state" varchar(12) NOT NULL, "token" varchar(43) NOT NULL UNIQUE, "mail_token" varchar(43) NOT NULL, "family_name" varchar(80) NOT NULL, "given_name" varchar(80) NOT NULL, "native_name" varchar(120) NOT NULL, "shown" varchar(8) NOT NULL, "country" varchar(60) NOT NULL, "club" varchar(120) NOT NULL, "team_name" varchar(120) NOT NULL, "ema_number" varchar(8) NOT NULL, "email" varchar(254) NOT NULL, "message" text NOT NULL, "language" varchar(10) NOT NULL, "consented_at" datetime NOT NULL, "created_at" datetime NOT NULL, "confirmed_at" datetime NULL, "offered_until" datetime NULL, "fee_paid_at" datetime NULL, "answers" text NOT NULL CHECK ((JSON_VALID("answers") OR "answers" IS NULL)), "categories" text NOT NULL CHECK ((JSON_VALID("categories") OR "categories" IS NULL)), "country_code" varchar(3) NOT NULL, "reason" varchar(1000) NOT NULL, CONSTRAINT "application_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "application_state_known" CHECK ("state" IN ('unconfirmed', 'pending', 'entered', 'refused', 'withdrawn')), CONSTRAINT "application_shown_known" CHECK ("shown" IN ('full', 'short', 'initials')), CONSTRAINT "application_entry_where_entered" CHECK (("state" = 'entered' OR "entry_id" IS NULL)), CONSTRAINT "application_offer_to_the_entered" CHECK (("offered_until" IS NULL OR "state" = 'entered')), CONSTRAINT "application_country_code_known" CHECK ("country_code" REGEXP '^([A-Z]{2,3}|-)?$'));
CREATE TABLE "tournaments_auditentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sequence" bigint unsigned NOT NULL CHECK ("sequence" >= 0), "at" datetime NOT NULL, "actor_name" varchar(200) NOT NULL, "action" varchar(60) NOT NULL, "object_type" varchar(40) NOT NULL, "object_id" varchar(40) NOT NULL, "object_name" varchar(200) NOT NULL, "before" text NOT NULL CHECK ((JSON_VALID("before") OR "before" IS NULL)), "after" text NOT NULL CHECK ((JSON_VALID("after") OR "after" IS NULL)), "origin" varchar(20) NOT NULL, "ip_address" char(39) NULL, "user_agent" varchar(300) NOT NULL, "previous_digest" varchar(64) NOT NULL, "digest" varchar(64) NOT NULL, "actor_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "reason" text NOT NULL, "elsewhere" text NULL CHECK ((JSON_VALID("elsewhere") OR "elsewhere" IS NULL)), CONSTRAINT "audit_sequence_once" UNIQUE ("tournament_id", "sequence"));
INSERT INTO "tournaments_auditentry" VALUES(1,1,'2026-11-24 18:21:17.616430','olga','tournament.edit','tournament','1','Spring Open','{"place": "", "team_size": null, "team_best": null, "separate": []}','{"place": "\u00c5bo", "team_size": 2, "team_best": 1, "separate": ["team"]}','web','192.0.2.7','test','','7a6d12f7c715acaebb519c7072c54990eee7c5548e11d9e37c04738d2e5b7c5f',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(2,2,'2026-11-24 18:21:17.657337','olga','teams.add','team','1','Team 0 „72“','{}','{"id": 1, "tournament_id": 1, "code": "T01", "name": "Team 0 \u201e72\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','7a6d12f7c715acaebb519c7072c54990eee7c5548e11d9e37c04738d2e5b7c5f','f255d4e7894f9a9a8deae1a8408892aeeb6319b3115eaf90547dda0c85f8aa12',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(3,3,'2026-11-24 18:21:17.698496','olga','teams.assign','entry','1','1 Given01 Family01','{"team_id": null}','{"team_id": 1}','web','192.0.2.7','test','f255d4e7894f9a9a8deae1a8408892aeeb6319b3115eaf90547dda0c85f8aa12','1d77c662f590fa2caaea56fcad57c3eb184cbd635e4f0474cbe1d329b2fd8dc7',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(4,4,'2026-11-24 18:21:17.714973','olga','teams.assign','entry','2','2 Given02 Family02','{"team_id": null}','{"team_id": 1}','web','192.0.2.7','test','1d77c662f590fa2caaea56fcad57c3eb184cbd635e4f0474cbe1d329b2fd8dc7','d80d847ba0fad0496019bf6ec32d29f04210ff7b577afbf1a7f939a6cf8ff492',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(5,5,'2026-11-24 18:21:17.752575','olga','teams.add','team','2','Team 1 „97“','{}','{"id": 2, "tournament_id": 1, "code": "T02", "name": "Team 1 \u201e97\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','d80d847ba0fad0496019bf6ec32d29f04210ff7b577afbf1a7f939a6cf8ff492','b38abfd6d787478d23d0368a37a02678513f007e5cea69b1fb385afe80869ece',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(6,6,'2026-11-24 18:21:17.782852','olga','teams.assign','entry','3','3 Given03 Family03','{"team_id": null}','{"team_id": 2}','web','192.0.2.7','test','b38abfd6d787478d23d0368a37a02678513f007e5cea69b1fb385afe80869ece','fbb5649115d2594c5bb78421266d1ac6acc439fa0b78989815fb0a41e9fae121',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(7,7,'2026-11-24 18:21:17.795029','olga','teams.assign','entry','4','4 Given04 Family04','{"team_id": null}','{"team_id": 2}','web','192.0.2.7','test','fbb5649115d2594c5bb78421266d1ac6acc439fa0b78989815fb0a41e9fae121','b09936bebd915d49e5ab678628331e1b68e2c037d4299cba03b0d72838a6c576',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(8,8,'2026-11-24 18:21:17.839310','olga','teams.add','team','3','Team 2 „8“','{}','{"id": 3, "tournament_id": 1, "code": "T03", "name": "Team 2 \u201e8\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','b09936bebd915d49e5ab678628331e1b68e2c037d4299cba03b0d72838a6c576','21dc03c109f131a5d36af92f6663e017248505edc4bd9e23f06283825d202864',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(9,9,'2026-11-24 18:21:17.847975','olga','teams.assign','entry','5','5 Given05 Family05','{"team_id": null}','{"team_id": 3}','web','192.0.2.7','test','21dc03c109f131a5d36af92f6663e017248505edc4bd9e23f06283825d202864','d62008097ad293e9bb3e5d6f8f823535c813de8942ab44240ba27ce7bdd5648d',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(10,10,'2026-11-24 18:21:17.858571','olga','teams.assign','entry','6','6 Given06 Family06','{"team_id": null}','{"team_id": 3}','web','192.0.2.7','test','d62008097ad293e9bb3e5d6f8f823535c813de8942ab44240ba27ce7bdd5648d','25ee100ca0ae508255f822e3ac637a42a2cc9ca8f38e3fdb103da92f9d3e43c7',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(11,11,'2026-11-24 18:21:17.887528','olga','teams.add','team','4','Team 3 „32“','{}','{"id": 4, "tournament_id": 1, "code": "T04", "name": "Team 3 \u201e32\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','25ee100ca0ae508255f822e3ac637a42a2cc9ca8f38e3fdb103da92f9d3e43c7','1c0a31cf2d254e20173556320aa2fe6cd94cb5bdf60ad36bc5de9c02509ae4d0',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(12,12,'2026-11-24 18:21:17.918937','olga','teams.assign','entry','7','7 Given07 Family07','{"team_id": null}','{"team_id": 4}','web','192.0.2.7','test','1c0a31cf2d254e20173556320aa2fe6cd94cb5bdf60ad36bc5de9c02509ae4d0','d02c34670dbe81f2709bbadce0ecde2ee5fb152f148069034fd105af9f4d2e47',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(13,13,'2026-11-24 18:21:17.926662','olga','teams.assign','entry','8','8 Given08 Family08','{"team_id": null}','{"team_id": 4}','web','192.0.2.7','test','d02c34670dbe81f2709bbadce0ecde2ee5fb152f148069034fd105af9f4d2e47','bb556c1c5352d7a52d0ff9fc2d8eae6b27bb75d30e7f8789cad6c644c297b075',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(14,14,'2026-11-24 18:21:17.954079','olga','entries.edit','entry','1','1 Given01 Family01','{"native_name": "", "country": "", "club": "", "ema_number": null, "note": ""}','{"native_name": "\u5c71\u7530 \u82b1\u5b50", "country": "JPN", "club": "Ikkan & S\u00f6hne", "ema_number": "15826780", "note": "tabs are not, \u201cquotes\u201d are allowed"}','web','192.0.2.7','test','bb556c1c5352d7a52d0ff9fc2d8eae6b27bb75d30e7f8789cad6c644c297b075','608206e0bca33d6fc2570c71db7d5bb4ef895fbb19b2b90f55bf09e2d4ea874a',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(15,15,'2026-11-24 18:21:17.979476','olga','constraints.add','seatingconstraint','1','Once at one table: 2 Given02 Family02','{}','{"id": 1, "tournament_id": 1, "kind": "wished_pair", "entry_id": 2, "other_id": 7, "table_number": null, "reason": "friends"}','web','192.0.2.7','test','608206e0bca33d6fc2570c71db7d5bb4ef895fbb19b2b90f55bf09e2d4ea874a','c17acdf7f2718bda425cca760344d098efe77cfc20f1795e1ad21183260343be',1,1,'friends',NULL);
INSERT INTO "tournaments_auditentry" VALUES(16,16,'2026-11-24 18:21:18.013780','olga','stages.add','stage','2','Final','{}','{"id": 2, "tournament_id": 1, "number": 2, "name": "Final", "kind": "final", "cut_to": 4, "cut_at": null, "carry_numerator": 1, "carry_denominator": 2}','web','192.0.2.7','test','c17acdf7f2718bda425cca760344d098efe77cfc20f1795e1ad21183260343be','57b57333971f144d0f23f6b961ec21e86b1cac88c936f7517b5905671555ba8b',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(17,17,'2026-11-24 18:21:18.013780','olga','rounds.add','round','3','Round 3','{}','{"id": 3, "tournament_id": 1, "stage_id": 2, "number": 3, "day": null, "starts_at": null, "minutes": 90, "state": "planned", "ruleset_id": null, "released_at": null, "extra": {}}','web','192.0.2.7','test','57b57333971f144d0f23f6b961ec21e86b1cac88c936f7517b5905671555ba8b','cdf323ca10fcd365c231acd12e648e33f1c106eb7688de9319b3c374678ec1f1',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(18,18,'2026-11-24 18:21:18.013780','olga','rounds.add','tournament','1','Spring Open','{"rounds_planned": 2}','{"rounds_planned": 3}','web','192.0.2.7','test','cdf323ca10fcd365c231acd12e648e33f1c106eb7688de9319b3c374678ec1f1','63d7ad40f25890af6a1e8bc2f910f862a1a6510134a663dfdbf079020620aa8d',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(19,19,'2026-11-24 18:21:18.124294','olga','seating.publish','seating','1','Round 1, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:18.091Z"}','web','192.0.2.7','test','63d7ad40f25890af6a1e8bc2f910f862a1a6510134a663dfdbf079020620aa8d','4b078e4ce9164c32b0e40f19e7da4396f2f691a6a73b0ee31cfb1fc5b148f9c3',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(20,20,'2026-11-24 18:21:18.124294','olga','seating.publish','round','1','Round 1','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','4b078e4ce9164c32b0e40f19e7da4396f2f691a6a73b0ee31cfb1fc5b148f9c3','c9c66f2425dafc3a02164ef086a1d902c22121ee3d122a1b41fdfd3cb5373a7e',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(21,21,'2026-11-24 18:21:20.010956','olga','seating.publish','seating','2','Round 2, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:19.978Z"}','web','192.0.2.7','test','c9c66f2425dafc3a02164ef086a1d902c22121ee3d122a1b41fdfd3cb5373a7e','2ec83ca40ef069c100b5d8d7fca4db40f22aeb3f9874aecee72aaca385db6578',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(22,22,'2026-11-24 18:21:20.010956','olga','seating.publish','round','2','Round 2','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','2ec83ca40ef069c100b5d8d7fca4db40f22aeb3f9874aecee72aaca385db6578','ba15e0a0634b4422683ef215f38ac8764651e7026b7aaa4609bbb757918b4f1e',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(23,23,'2026-11-24 18:21:20.149958','olga','rules.freeze','rulesetversion','1','MCR, rules of 2006, version 1','{"frozen_at": null}','{"frozen_at": "2026-11-24T18:21:20.093Z"}','web','192.0.2.7','test','ba15e0a0634b4422683ef215f38ac8764651e7026b7aaa4609bbb757918b4f1e','a40716ae5e241ccc639f9edff5c8d0e7ef7369a35b719093e80d70b5a2f33ce5',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(24,24,'2026-11-24 18:21:20.149958','olga','tournament.state','tournament','1','Spring Open','{"state": "planned"}','{"state": "running"}','web','192.0.2.7','test','a40716ae5e241ccc639f9edff5c8d0e7ef7369a35b719093e80d70b5a2f33ce5','86e485a4a18f7fac8d048d6d661be8c3a8ed2c22ea8731600b5da5f7c9503cdb',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(25,25,'2026-11-24 18:21:20.149958','olga','rounds.start','seating','1','Round 1, seating, version 1','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','86e485a4a18f7fac8d048d6d661be8c3a8ed2c22ea8731600b5da5f7c9503cdb','8136a36de70b5ab06dc753ac42e1343c310cbaa0baf46b6fd8ec26a84a700c5a',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(26,26,'2026-11-24 18:21:20.149958','olga','rounds.start','round','1','Round 1','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 1}','web','192.0.2.7','test','8136a36de70b5ab06dc753ac42e1343c310cbaa0baf46b6fd8ec26a84a700c5a','c18081a8d8922cfac75c2ab6c9a6fdc436a6fc819d4ef4c36a4a66ec2d08bdac',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(27,27,'2026-11-24 18:21:20.149958','olga','clock.start','roundclock','1','Clock of round 1','{}','{"id": 1, "round_id": 1, "started_at": "2026-11-24T18:21:20.149Z", "ends_at": "2026-11-24T19:51:20.149Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','c18081a8d8922cfac75c2ab6c9a6fdc436a6fc819d4ef4c36a4a66ec2d08bdac','0ddcf991b57cfd5b8706957835c8e146477dc731c9f82c2f8e34f3a9581a285f',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(28,28,'2026-11-24 18:21:20.168648','olga','clock.adjust','roundclock','1','Clock of round 1','{"ends_at": "2026-11-24T19:51:20.149Z"}','{"ends_at": "2026-11-24T20:00:47.149Z"}','web','192.0.2.7','test','0ddcf991b57cfd5b8706957835c8e146477dc731c9f82c2f8e34f3a9581a285f','d7e754e8c4d1411459f427247cb7fd89503e115d1d5ee83a69f6c8ab93a66ed7',1,1,'a fire alarm',NULL);
INSERT INTO "tournaments_auditentry" VALUES(29,29,'2026-11-24 18:21:20.230029','ren','clock.extra','gametable','1','Round 1, table 1','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','d7e754e8c4d1411459f427247cb7fd89503e115d1d5ee83a69f6c8ab93a66ed7','e574590daf105096b610914990d16d3c6b860aee5ffda722692112d92e9e2019',2,1,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(30,30,'2026-11-24 18:21:20.266265','sam','results.submit','tableresult','1','Round 1, table 1, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"1": 189, "2": 30, "3": 41, "4": -260}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','e574590daf105096b610914990d16d3c6b860aee5ffda722692112d92e9e2019','bb628e704beba86b72d1a06ca41bdc32ab5fee99fd759b79173133dd60e0f736',3,1,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(31,31,'2026-11-24 18:21:20.358402','olga','results.confirm','tableresult','1','Round 1, table 1, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','bb628e704beba86b72d1a06ca41bdc32ab5fee99fd759b79173133dd60e0f736','37ab1d1ad6f124988cd0eaf6721583cbcacf765c143dbc73a83f34658e193a68',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(32,32,'2026-11-24 18:21:20.358402','olga','results.confirm','tableresult','1','Round 1, table 1, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:20.329Z"}','web','192.0.2.7','test','37ab1d1ad6f124988cd0eaf6721583cbcacf765c143dbc73a83f34658e193a68','c870a55834704af6948a1e5371cfaeb2d299a3852924854470c1e8d0b1cd167d',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(33,33,'2026-11-24 18:21:20.388372','ren','clock.extra','gametable','2','Round 1, table 2','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','c870a55834704af6948a1e5371cfaeb2d299a3852924854470c1e8d0b1cd167d','724025a1ef71b91231f9cd848ce7293261a67ba355968db3fdc84c74cff074cd',2,1,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(34,34,'2026-11-24 18:21:20.433151','sam','results.submit','tableresult','2','Round 1, table 2, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"5": 133, "6": -6, "7": -93, "8": -34}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','724025a1ef71b91231f9cd848ce7293261a67ba355968db3fdc84c74cff074cd','91a84d7cfbe5714822f785791f85cc504d008ff7b63f78f8abb3fa093f8a1511',3,1,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(35,35,'2026-11-24 18:21:20.471027','olga','results.confirm','tableresult','2','Round 1, table 2, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','91a84d7cfbe5714822f785791f85cc504d008ff7b63f78f8abb3fa093f8a1511','a82e62a7dab0f93743ae6a116b96a9c1af41f482e8fe7243356648c89650e738',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(36,36,'2026-11-24 18:21:20.471027','olga','results.confirm','tableresult','2','Round 1, table 2, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:20.460Z"}','web','192.0.2.7','test','a82e62a7dab0f93743ae6a116b96a9c1af41f482e8fe7243356648c89650e738','11d9a414766b499e7d939d65101bce02ed6c72341df3f390a7cfd815e6a13945',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(37,37,'2026-11-24 18:21:20.603388','sam','results.submit','tableresult','3','Round 1, table 2, sheet, version 2','{"version": 1, "sheet": {"points": {"5": 133, "6": -6, "7": -93, "8": -34}, "leftover": 0}}','{"version": 2, "sheet": {"points": {"5": -152, "6": 49, "7": -186, "8": 289}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','11d9a414766b499e7d939d65101bce02ed6c72341df3f390a7cfd815e6a13945','77513447be227c26c1d1822629548edc95ef3fcb2dbf563ea6e50ecafccb16e7',3,1,'two digits swapped',NULL);
INSERT INTO "tournaments_auditentry" VALUES(38,38,'2026-11-24 18:21:20.659861','olga','results.confirm','tableresult','3','Round 1, table 2, sheet, version 2','{}','{"version": 2, "confirmed_by": "olga"}','web','192.0.2.7','test','77513447be227c26c1d1822629548edc95ef3fcb2dbf563ea6e50ecafccb16e7','65b46d48141ebaa753faa0523f7a7b3c1f268c8fca131ac61988ef4338629e57',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(39,39,'2026-11-24 18:21:20.659861','olga','results.confirm','tableresult','2','Round 1, table 2, sheet, version 1','{"state": "confirmed"}','{"state": "superseded"}','web','192.0.2.7','test','65b46d48141ebaa753faa0523f7a7b3c1f268c8fca131ac61988ef4338629e57','977bdbff75f476e5446a0bcc4fae823341c46791c800ca9bae202264f49a9a51',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(40,40,'2026-11-24 18:21:20.659861','olga','results.confirm','tableresult','3','Round 1, table 2, sheet, version 2','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:20.657Z"}','web','192.0.2.7','test','977bdbff75f476e5446a0bcc4fae823341c46791c800ca9bae202264f49a9a51','b7d9f515c945b8d6ec68297bf95c3d8f89b2a398c90a4e3417e90f04f1a18655',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(41,41,'2026-11-24 18:21:20.759131','olga','clock.end','roundclock','1','Clock of round 1','{"ended_at": null}','{"ended_at": "2026-11-24T18:21:20.758Z"}','web','192.0.2.7','test','b7d9f515c945b8d6ec68297bf95c3d8f89b2a398c90a4e3417e90f04f1a18655','6e68ebf9ee36a74f6aa136205c736c9c1957927f106c0a0dee0f644da9a12bfe',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(42,42,'2026-11-24 18:21:20.759131','olga','rounds.finish','round','1','Round 1','{"state": "playing"}','{"state": "finished"}','web','192.0.2.7','test','6e68ebf9ee36a74f6aa136205c736c9c1957927f106c0a0dee0f644da9a12bfe','88ed8c0705c0e63774cefd5083ecb561184684bcc8f34601025e6185961811d2',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(43,43,'2026-11-24 18:21:20.820759','olga','entries.drop','entry','7','7 Given07 Family07','{"status": "checked_in", "dropped_from_round": null}','{"status": "dropped", "dropped_from_round": 2}','web','192.0.2.7','test','88ed8c0705c0e63774cefd5083ecb561184684bcc8f34601025e6185961811d2','97e049e5557001cd9a4a9a8542dfebac06fa68ca7efc1d1730bc865fda685b23',1,1,'ill',NULL);
INSERT INTO "tournaments_auditentry" VALUES(44,44,'2026-11-24 18:21:20.999318','olga','entries.substitute','entry','9','9 Stand-in 7','{}','{"id": 9, "tournament_id": 1, "number": 9, "family_name": "Stand-in 7", "given_name": "", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": 4, "ema_number": null, "account_id": null, "status": "substitute", "substitute_for_id": 7, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:20.824Z"}','web','192.0.2.7','test','97e049e5557001cd9a4a9a8542dfebac06fa68ca7efc1d1730bc865fda685b23','8545b59172f2aa905552cd17162482cff853107c2ed8683649116c15da15ee73',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(45,45,'2026-11-24 18:21:20.999318','olga','seating.replace','seating','2','Round 2, seating, version 1','{"state": "published"}','{"state": "superseded"}','web','192.0.2.7','test','8545b59172f2aa905552cd17162482cff853107c2ed8683649116c15da15ee73','a74462131f7463f19dd1c4388887ecd156698eec97e84148b99ee10ff308c338',1,1,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(46,46,'2026-11-24 18:21:20.999318','olga','seating.replace','seating','3','Round 2, seating, version 2','{"tables": {"1": [1, 2, 3, 4], "2": [5, 6, 7, 8]}}','{"state": "published", "source": "manual", "tables": {"1": [1, 2, 3, 4], "2": [5, 6, 9, 8]}}','web','192.0.2.7','test','a74462131f7463f19dd1c4388887ecd156698eec97e84148b99ee10ff308c338','ddbad3b77078af9aebb26cc25e93900ecd3012abb7d19d3f69e7d6e6efdf117e',1,1,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(47,47,'2026-11-24 18:21:21.183808','olga','entries.drop','entry','4','4 Given04 Family04','{"status": "checked_in", "dropped_from_round": null}','{"status": "dropped", "dropped_from_round": 2}','web','192.0.2.7','test','ddbad3b77078af9aebb26cc25e93900ecd3012abb7d19d3f69e7d6e6efdf117e','ca2b8f8f10bfb88fe5120fcb75be1fbc4c7030b6052ff11f2388fd802aac8546',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(48,48,'2026-11-24 18:21:21.183808','olga','entries.substitute','entry','10','10 Stand-in 4','{}','{"id": 10, "tournament_id": 1, "number": 10, "family_name": "Stand-in 4", "given_name": "", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": 2, "ema_number": null, "account_id": null, "status": "substitute", "substitute_for_id": 4, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:21.035Z"}','web','192.0.2.7','test','ca2b8f8f10bfb88fe5120fcb75be1fbc4c7030b6052ff11f2388fd802aac8546','d8eeef39df1ca9f17230533ebf7febff05f637b33ecb4e0ee5eb273ba8a06d4c',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(49,49,'2026-11-24 18:21:21.183808','olga','seating.replace','seating','3','Round 2, seating, version 2','{"state": "published"}','{"state": "superseded"}','web','192.0.2.7','test','d8eeef39df1ca9f17230533ebf7febff05f637b33ecb4e0ee5eb273ba8a06d4c','ae4f07f54e4ca3e07faf0b18ff4dad959aea8b3e230bad3746df9ac038833f10',1,1,'{"template":"substitute for %(name)s","values":{"name":"Given04 Family04"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(50,50,'2026-11-24 18:21:21.183808','olga','seating.replace','seating','4','Round 2, seating, version 3','{"tables": {"1": [1, 2, 3, 4], "2": [5, 6, 9, 8]}}','{"state": "published", "source": "manual", "tables": {"1": [1, 2, 3, 10], "2": [5, 6, 9, 8]}}','web','192.0.2.7','test','ae4f07f54e4ca3e07faf0b18ff4dad959aea8b3e230bad3746df9ac038833f10','dc95cd15080199ce397287350ded84664664cad8b342faaca07413f28b38f2e3',1,1,'{"template":"substitute for %(name)s","values":{"name":"Given04 Family04"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(51,51,'2026-11-24 18:21:21.223856','olga','entries.add','entry','11','11 Anna Late','{}','{"id": 11, "tournament_id": 1, "number": 11, "family_name": "Late", "given_name": "Anna", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": null, "ema_number": null, "account_id": null, "status": "registered", "substitute_for_id": null, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:21.223Z"}','web','192.0.2.7','test','dc95cd15080199ce397287350ded84664664cad8b342faaca07413f28b38f2e3','72969a609ece0e4420f3661c2ecd16d053b8342b330b639d1ce6c7228a417542',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(52,52,'2026-11-24 18:21:21.255607','olga','entries.status','entry','11','11 Anna Late','{"status": "registered"}','{"status": "waiting"}','web','192.0.2.7','test','72969a609ece0e4420f3661c2ecd16d053b8342b330b639d1ce6c7228a417542','32c7c9c7295e6e77ec11d8efda28b05219aa21af97ee040bcafeb1bb2620a3a5',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(53,53,'2026-11-24 18:21:21.308453','olga','rounds.start','seating','4','Round 2, seating, version 3','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','32c7c9c7295e6e77ec11d8efda28b05219aa21af97ee040bcafeb1bb2620a3a5','e041213235ea681190049cf2269a1362ef15e5055b4b1c2226a6e1723b5c8f19',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(54,54,'2026-11-24 18:21:21.308453','olga','rounds.start','round','2','Round 2','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 1}','web','192.0.2.7','test','e041213235ea681190049cf2269a1362ef15e5055b4b1c2226a6e1723b5c8f19','10dad123ff030b47ca5255b861637191b48e23e7767e8632a9597d568f26534b',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(55,55,'2026-11-24 18:21:21.308453','olga','clock.start','roundclock','2','Clock of round 2','{}','{"id": 2, "round_id": 2, "started_at": "2026-11-24T18:21:21.308Z", "ends_at": "2026-11-24T19:51:21.308Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','10dad123ff030b47ca5255b861637191b48e23e7767e8632a9597d568f26534b','0cebd173396e5969d29cdef492c9bdd089776b3d27ab18f10b7f30e25dc89991',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(56,56,'2026-11-24 18:21:21.352841','olga','clock.adjust','roundclock','2','Clock of round 2','{"ends_at": "2026-11-24T19:51:21.308Z"}','{"ends_at": "2026-11-24T19:52:23.308Z"}','web','192.0.2.7','test','0cebd173396e5969d29cdef492c9bdd089776b3d27ab18f10b7f30e25dc89991','59962fa506d069c9eea3f552e5643880d40db6eaf4890bd9c5ec601ee8600195',1,1,'a fire alarm',NULL);
INSERT INTO "tournaments_auditentry" VALUES(57,57,'2026-11-24 18:21:21.388177','ren','clock.extra','gametable','3','Round 2, table 1','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','59962fa506d069c9eea3f552e5643880d40db6eaf4890bd9c5ec601ee8600195','4d46e7494efe88f32c02334a254944520ff6cc264a78097cb1c4696952d43648',2,1,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(58,58,'2026-11-24 18:21:21.422249','sam','results.submit','tableresult','4','Round 2, table 1, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"1": 156, "2": 28, "3": -64, "10": -120}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','4d46e7494efe88f32c02334a254944520ff6cc264a78097cb1c4696952d43648','9edde023111471754539b150b3a1d9e719a0ed530e8a3423b9100b44982011fb',3,1,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(59,59,'2026-11-24 18:21:21.479762','olga','results.confirm','tableresult','4','Round 2, table 1, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','9edde023111471754539b150b3a1d9e719a0ed530e8a3423b9100b44982011fb','d2e6341e33b213ada3259e571c6e1b72a581b1d47c34cc63f698b95832522742',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(60,60,'2026-11-24 18:21:21.479762','olga','results.confirm','tableresult','4','Round 2, table 1, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:21.454Z"}','web','192.0.2.7','test','d2e6341e33b213ada3259e571c6e1b72a581b1d47c34cc63f698b95832522742','2a5c75e833cc4fe0b6f5cc8c9e587af16393d34b3d689199132626dbf915a273',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(61,61,'2026-11-24 18:21:21.519668','ren','clock.extra','gametable','4','Round 2, table 2','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','2a5c75e833cc4fe0b6f5cc8c9e587af16393d34b3d689199132626dbf915a273','bdc5f6795d4d481a2afd642d8812517502b4b327185bf79e3718917aa1078768',2,1,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(62,62,'2026-11-24 18:21:21.549958','sam','results.submit','tableresult','5','Round 2, table 2, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"5": 169, "6": -83, "9": 102, "8": -188}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','bdc5f6795d4d481a2afd642d8812517502b4b327185bf79e3718917aa1078768','77af85c545e026909cc9c256a0ac1f2dc4a0c28e3e04865b54b1f6fc495ae97e',3,1,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(63,63,'2026-11-24 18:21:21.603825','olga','results.confirm','tableresult','5','Round 2, table 2, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','77af85c545e026909cc9c256a0ac1f2dc4a0c28e3e04865b54b1f6fc495ae97e','54e0e6aa077170572b3e318053cad220e2f7eef8c6785172b5b928de8f7fd129',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(64,64,'2026-11-24 18:21:21.603825','olga','results.confirm','tableresult','5','Round 2, table 2, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:21.580Z"}','web','192.0.2.7','test','54e0e6aa077170572b3e318053cad220e2f7eef8c6785172b5b928de8f7fd129','4579b8536a8707e0b3221308a27826a1d5c66b0612bb58726c0a1130404af7f2',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(65,65,'2026-11-24 18:21:21.715901','sam','results.submit','tableresult','6','Round 2, table 2, sheet, version 2','{"version": 1, "sheet": {"points": {"5": 169, "6": -83, "9": 102, "8": -188}, "leftover": 0}}','{"version": 2, "sheet": {"points": {"5": -148, "6": -38, "9": -185, "8": 371}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','4579b8536a8707e0b3221308a27826a1d5c66b0612bb58726c0a1130404af7f2','0125d9371df21a56340cfa28116d6e1e65de304ff846a839c67cdb31b3a70d58',3,1,'two digits swapped',NULL);
INSERT INTO "tournaments_auditentry" VALUES(66,66,'2026-11-24 18:21:21.780392','olga','results.confirm','tableresult','6','Round 2, table 2, sheet, version 2','{}','{"version": 2, "confirmed_by": "olga"}','web','192.0.2.7','test','0125d9371df21a56340cfa28116d6e1e65de304ff846a839c67cdb31b3a70d58','28daaaed706d955cae5d20e7cb2d10792967fc8f95cb6727e1b13971cd1a6fc1',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(67,67,'2026-11-24 18:21:21.780392','olga','results.confirm','tableresult','5','Round 2, table 2, sheet, version 1','{"state": "confirmed"}','{"state": "superseded"}','web','192.0.2.7','test','28daaaed706d955cae5d20e7cb2d10792967fc8f95cb6727e1b13971cd1a6fc1','c9f165e58dc045ac28838dc4842138c1799bb45a2649ce9e723adb15a956d932',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(68,68,'2026-11-24 18:21:21.780392','olga','results.confirm','tableresult','6','Round 2, table 2, sheet, version 2','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:21.777Z"}','web','192.0.2.7','test','c9f165e58dc045ac28838dc4842138c1799bb45a2649ce9e723adb15a956d932','8a81c850f8fa6e24ae46369927e1fcc6ff4af8e187c365b9ee25962a80b0c532',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(69,69,'2026-11-24 18:21:21.852479','olga','clock.end','roundclock','2','Clock of round 2','{"ended_at": null}','{"ended_at": "2026-11-24T18:21:21.851Z"}','web','192.0.2.7','test','8a81c850f8fa6e24ae46369927e1fcc6ff4af8e187c365b9ee25962a80b0c532','542d40227420776d1a6878cb11899f616eabfe20499e325dce3062b3cd14f4a2',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(70,70,'2026-11-24 18:21:21.852479','olga','rounds.finish','round','2','Round 2','{"state": "playing"}','{"state": "finished"}','web','192.0.2.7','test','542d40227420776d1a6878cb11899f616eabfe20499e325dce3062b3cd14f4a2','faead0310e6717dcf2fb777d9b43918d695939fc1ad7bdbffdf2801c8af0979e',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(71,71,'2026-11-24 18:21:21.911141','ren','ledger.add','scoreline','49','1 Given01 Family01: −20 Game points','{}','{"id": 49, "tournament_id": 1, "entry_id": 1, "team_id": null, "round_id": 1, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "points", "kind": "penalty", "amount_numerator": -20, "amount_denominator": 1, "reason": "late, points", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:21.900Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','faead0310e6717dcf2fb777d9b43918d695939fc1ad7bdbffdf2801c8af0979e','f4584da07af7d86ccfd802aeec545e2c668a172260a8e6c9e2ec81628da76ff5',2,1,'late, points',NULL);
INSERT INTO "tournaments_auditentry" VALUES(72,72,'2026-11-24 18:21:21.943433','ren','ledger.add','scoreline','50','1 Given01 Family01: −1/3 Score','{}','{"id": 50, "tournament_id": 1, "entry_id": 1, "team_id": null, "round_id": 1, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "score", "kind": "penalty", "amount_numerator": -1, "amount_denominator": 3, "reason": "late, score", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:21.942Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','f4584da07af7d86ccfd802aeec545e2c668a172260a8e6c9e2ec81628da76ff5','c657b254e3743620c9b61b63fe8de526a7dc70cabf2382cb732dc03e3038706d',2,1,'late, score',NULL);
INSERT INTO "tournaments_auditentry" VALUES(73,73,'2026-11-24 18:21:21.949643','ren','ledger.add','scoreline','51','1 Given01 Family01: −0.5 Table points','{}','{"id": 51, "tournament_id": 1, "entry_id": 1, "team_id": null, "round_id": 1, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "table_points", "kind": "penalty", "amount_numerator": -1, "amount_denominator": 2, "reason": "late, table_points", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:21.949Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','c657b254e3743620c9b61b63fe8de526a7dc70cabf2382cb732dc03e3038706d','5063c5b6353ecde24724abb9747ff3f14917b7e5b6251046a04e6472a8b8b53d',2,1,'late, table_points',NULL);
INSERT INTO "tournaments_auditentry" VALUES(74,74,'2026-11-24 18:21:22.063147','ren','ledger.add','scoreline','52','1 Given01 Family01: −4 Game points','{}','{"id": 52, "tournament_id": 1, "entry_id": 1, "team_id": null, "round_id": 1, "table_id": 1, "hand": null, "result_id": null, "scope": "table", "unit": "points", "kind": "penalty", "amount_numerator": -4, "amount_denominator": 1, "reason": "phone", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:21.987Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','5063c5b6353ecde24724abb9747ff3f14917b7e5b6251046a04e6472a8b8b53d','3f1db0070db7d6ad0f327d2c302be8e7a8916815a8acf16134f91069efe47e6e',2,1,'phone',NULL);
INSERT INTO "tournaments_auditentry" VALUES(75,75,'2026-11-24 18:21:22.063147','ren','results.recalculate','tableresult','1','Round 1, table 1, sheet, version 1','{"lines": ["1 189 score", "1 4 table_points", "2 30 score", "2 1 table_points", "3 41 score", "3 2 table_points", "4 -260 score", "4 0 table_points"]}','{"lines": ["1 185 score", "1 4 table_points", "2 30 score", "2 1 table_points", "3 41 score", "3 2 table_points", "4 -260 score", "4 0 table_points"]}','web','192.0.2.7','test','3f1db0070db7d6ad0f327d2c302be8e7a8916815a8acf16134f91069efe47e6e','8e0e6910d2528009deeab2910abc1477b94003ff88c82630a9b81ed67b5f3503',2,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(76,76,'2026-11-24 18:21:22.179238','olga','ledger.void','scoreline','52','1 Given01 Family01: −4 Game points','{"voided_by_id": null, "voided_at": null, "void_reason": ""}','{"voided_by_id": 1, "voided_at": "2026-11-24T18:21:22.090Z", "void_reason": "it was another\u2019s"}','web','192.0.2.7','test','8e0e6910d2528009deeab2910abc1477b94003ff88c82630a9b81ed67b5f3503','9965416d56baa25d5b1cbf1271b4c217dec1a0fde4bff8a9be7088d5b1a1b27a',1,1,'it was another’s',NULL);
INSERT INTO "tournaments_auditentry" VALUES(77,77,'2026-11-24 18:21:22.179238','olga','results.recalculate','tableresult','1','Round 1, table 1, sheet, version 1','{"lines": ["1 185 score", "1 4 table_points", "2 30 score", "2 1 table_points", "3 41 score", "3 2 table_points", "4 -260 score", "4 0 table_points"]}','{"lines": ["1 189 score", "1 4 table_points", "2 30 score", "2 1 table_points", "3 41 score", "3 2 table_points", "4 -260 score", "4 0 table_points"]}','web','192.0.2.7','test','9965416d56baa25d5b1cbf1271b4c217dec1a0fde4bff8a9be7088d5b1a1b27a','79a8afe47e465c3f0694ebc161d2c1b086a655b0d3f36eb5cd2a5596e2b798f7',1,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(78,78,'2026-11-24 18:21:22.212689','olga','ledger.add','scoreline','69','Team 0 „72“: +1 Score','{}','{"id": 69, "tournament_id": 1, "entry_id": null, "team_id": 1, "round_id": null, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "score", "kind": "bonus", "amount_numerator": 1, "amount_denominator": 1, "reason": "found a tile", "clause": "", "author_id": 1, "created_at": "2026-11-24T18:21:22.212Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','79a8afe47e465c3f0694ebc161d2c1b086a655b0d3f36eb5cd2a5596e2b798f7','36ddaece68f13ab148a4e76af2c9cdce234eea03f850818d456f05cbc32d5616',1,1,'found a tile',NULL);
INSERT INTO "tournaments_auditentry" VALUES(79,79,'2026-11-24 18:21:22.300846','ren','forfeits.add','forfeit','1','1 Given01 Family01: Session lost','{}','{"id": 1, "tournament_id": 1, "entry_id": 1, "round_id": 1, "kind": "session_lost", "points": -30, "uma": 0, "table_points": 0, "takes_negative": false, "chair": "ranked", "present": [], "last": false, "left": {}, "reason": "asleep", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:22.243Z", "voided_by_id": null, "voided_at": null, "void_reason": ""}','web','192.0.2.7','test','36ddaece68f13ab148a4e76af2c9cdce234eea03f850818d456f05cbc32d5616','f888ca4d332327b6a6d3a9689b1320cf00f6df518051d4e9b14c059d9ac284d8',2,1,'asleep',NULL);
INSERT INTO "tournaments_auditentry" VALUES(80,80,'2026-11-24 18:21:22.435279','olga','results.release','round','1','Round 1','{"released_at": null}','{"released_at": "2026-11-24T18:21:22.434Z"}','web','192.0.2.7','test','f888ca4d332327b6a6d3a9689b1320cf00f6df518051d4e9b14c059d9ac284d8','0ccaefa1aa4e36278d75a523703c391140a4e1e78dcd383a7170855f3e984508',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(81,81,'2026-11-24 18:21:23.220367','sam','photos.add','sheetphoto','1','Round 2, table 2, photo 1','{}','{"number": 1, "sha256": "ce577059b2b24f53f5b294dc297a70dbcff7341b7dfaa3d33af71cce10f655dd", "width": 40, "height": 30, "bytes": 363}','web','192.0.2.7','test','0ccaefa1aa4e36278d75a523703c391140a4e1e78dcd383a7170855f3e984508','46906f67f28e1b2653402a101fe61eab00288ad467e90a54fee3658a4990a230',3,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(82,82,'2026-11-24 18:21:31.713404','ren','logs.attach','tablelog','1','Round 2, table 2, log 1','{}','{"form": "text", "hands": 1, "characters": 2251, "sha256": "2a97b156e1f3840e6722d902998fd1b37d10144d280c3278cfb540148604a65a", "file": "table two.txt", "first_line": 0}','web','192.0.2.7','test','46906f67f28e1b2653402a101fe61eab00288ad467e90a54fee3658a4990a230','2b933a38e68ff4d9fda402882108ca4ec961357455ea8ab2a8fae2e5191073c8',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(83,83,'2026-11-24 18:21:31.745717','ren','cases.open','case','1','Case 1','{}','{"id": 1, "tournament_id": 1, "number": 1, "kind": "win", "round_id": 2, "table_id": 4, "result_id": 6, "hand": 1, "call_id": null, "note": "a claim", "state": "open", "opened_by_id": 2, "opened_at": "2026-11-24T18:21:31.728Z", "version": 0}','web','192.0.2.7','test','2b933a38e68ff4d9fda402882108ca4ec961357455ea8ab2a8fae2e5191073c8','57dfdaac4529060cc9f7e9b1d6e0d07777a54b540b63429a45f922b1bcefae23',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(84,84,'2026-11-24 18:21:31.745717','ren','cases.open','case','1','Case 1','{}','{"players": [5, 6, 9, 8], "concerned": []}','web','192.0.2.7','test','57dfdaac4529060cc9f7e9b1d6e0d07777a54b540b63429a45f922b1bcefae23','543e70f76edb019b61da7bdaa53791af910555b8b6721a4f0723282d8d98f20f',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(85,85,'2026-11-24 18:21:31.773460','ren','cases.facts','claimrecord','1','Case 1, facts 1','{}','{"id": 1, "case_id": 1, "number": 1, "key": null, "kind": "win", "claim": {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {}}, "findings": [{"verdict": "fails", "clause": "MCR-6.2", "text": "A win needs eight points without flowers.", "message": "The hand counts 7 points without flowers; 8 are needed.", "missing": [], "evidence": [{"kind": "numbers", "label": "Points", "value": {"without flowers": 7, "flowers": 2}}], "infraction": "false_hu_points", "seat": 1}], "proposals": [{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}], "verdict": "fails", "clauses": " MCR-6.2  MCR-6.8 points ", "ruleset_id": 1, "ruleset_name": "mcr-2006", "parameters": {}, "engine_version": "test", "device": {}, "recorded_by_id": 2, "recorded_at": "2026-11-24T18:21:31.755Z"}','web','192.0.2.7','test','543e70f76edb019b61da7bdaa53791af910555b8b6721a4f0723282d8d98f20f','46757f20a1d73bb2395ba3a1280148511b672940745dedf98d5215084db5b7de',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(86,86,'2026-11-24 18:21:31.773460','ren','cases.facts','case','1','Case 1','{"version": 0}','{"version": 1}','web','192.0.2.7','test','46757f20a1d73bb2395ba3a1280148511b672940745dedf98d5215084db5b7de','f1db46c45640d41daea849fea2a8f483af5999e55f133e3541423bdf7ab07441',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(87,87,'2026-11-24 18:21:31.876888','ren','cases.rule','ruling','1','Case 1, ruling 1','{}','{"id": 1, "case_id": 1, "number": 1, "claim_id": 1, "in_force": true, "supersedes_id": null, "as_proposed": true, "reason": "", "note": "", "hand_effect": "dead_hand", "minutes": 0, "payments": "none", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "appeal_until": null, "decided_by_id": 2, "decided_at": "2026-11-24T18:21:31.802Z"}','web','192.0.2.7','test','f1db46c45640d41daea849fea2a8f483af5999e55f133e3541423bdf7ab07441','e0d0e1f2ea5f2ab913a9f35f51e1de46ecca94cd0b6b6512bf576959dba578d4',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(88,88,'2026-11-24 18:21:31.876888','ren','ledger.add','scoreline','70','6 Given06 Family06: −10 Game points','{}','{"id": 70, "tournament_id": 1, "entry_id": 6, "team_id": null, "round_id": 2, "table_id": 4, "hand": 1, "result_id": null, "scope": "table", "unit": "points", "kind": "penalty", "amount_numerator": -10, "amount_denominator": 1, "reason": {"text": "False win", "template": "False win", "values": {}}, "clause": "MCR-6.8 points", "author_id": 2, "created_at": "2026-11-24T18:21:31.828Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','e0d0e1f2ea5f2ab913a9f35f51e1de46ecca94cd0b6b6512bf576959dba578d4','39bff48b97d02b64f964b22422dc662b755b87aa661c2e45b698b4e8fe90000c',2,1,'{"template":"False win","values":{}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(89,89,'2026-11-24 18:21:31.876888','ren','results.recalculate','tableresult','6','Round 2, table 2, sheet, version 2','{"lines": ["5 -148 score", "5 1 table_points", "6 -38 score", "6 2 table_points", "9 -185 score", "9 0 table_points", "8 371 score", "8 4 table_points"]}','{"lines": ["5 -148 score", "5 1 table_points", "6 -48 score", "6 2 table_points", "9 -185 score", "9 0 table_points", "8 371 score", "8 4 table_points"]}','web','192.0.2.7','test','39bff48b97d02b64f964b22422dc662b755b87aa661c2e45b698b4e8fe90000c','92ba13eacc9367ea40162e080413d82748ef32a6ca5f06748c68f5d1926959af',2,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(90,90,'2026-11-24 18:21:31.876888','ren','cases.rule','case','1','Case 1','{"state": "open", "version": 1}','{"state": "ruled", "version": 2}','web','192.0.2.7','test','92ba13eacc9367ea40162e080413d82748ef32a6ca5f06748c68f5d1926959af','565d214e0eaf156db40cbffe918223695af61130e8015c3b780ff9339ccc3b6a',2,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(91,91,'2026-11-24 18:21:31.924499','olga','cases.desk','desk','1','desk of Spring Open','{}','{"id": 1, "tournament_id": 1, "head_referee_id": null, "appeal_minutes": 45, "appeals_from": "session"}','web','192.0.2.7','test','565d214e0eaf156db40cbffe918223695af61130e8015c3b780ff9339ccc3b6a','20c9d7a13005bfd9936f5c8908f36c016cf28f25eaf91c23de4679c0b50f52a9',1,1,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(92,92,'2026-11-24 18:21:32.063556','olga','stages.cut','stage','2','Final','{"through": []}','{"through": [8, 6, 1, 2]}','web','192.0.2.7','test','20c9d7a13005bfd9936f5c8908f36c016cf28f25eaf91c23de4679c0b50f52a9','f31dd68768ed68f0c34ad2164f88036a171373c047d5e9120760a08061433356',1,1,'the line',NULL);
INSERT INTO "tournaments_auditentry" VALUES(93,1,'2026-11-24 18:21:32.135450','olga','tournament.edit','tournament','2','Spring Open','{"place": "", "team_size": null, "team_best": null, "separate": []}','{"place": "\u00c5bo", "team_size": 2, "team_best": 1, "separate": ["team"]}','web','192.0.2.7','test','','fea5a596e0b28c74bfa5787d870d69900d1d1ee287452dc7a89bf88aa3bba4fb',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(94,2,'2026-11-24 18:21:32.143323','olga','teams.add','team','5','Team 0 „11“','{}','{"id": 5, "tournament_id": 2, "code": "T01", "name": "Team 0 \u201e11\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','fea5a596e0b28c74bfa5787d870d69900d1d1ee287452dc7a89bf88aa3bba4fb','c193ebf607c8ce334721713c694f7bcc129932b63636b99cba0b232ef9205a05',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(95,3,'2026-11-24 18:21:32.171022','olga','teams.assign','entry','12','1 Given01 Family01','{"team_id": null}','{"team_id": 5}','web','192.0.2.7','test','c193ebf607c8ce334721713c694f7bcc129932b63636b99cba0b232ef9205a05','6083d0037be6c62e261ae4d42bb3ced0d466a5834a3d5462b6c3bbb72633c307',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(96,4,'2026-11-24 18:21:32.198910','olga','teams.assign','entry','13','2 Given02 Family02','{"team_id": null}','{"team_id": 5}','web','192.0.2.7','test','6083d0037be6c62e261ae4d42bb3ced0d466a5834a3d5462b6c3bbb72633c307','ac3fb0683aad745c9b13933d729a0741d9ba78c1e523736588a671702a636ea6',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(97,5,'2026-11-24 18:21:32.203054','olga','teams.add','team','6','Team 1 „10“','{}','{"id": 6, "tournament_id": 2, "code": "T02", "name": "Team 1 \u201e10\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','ac3fb0683aad745c9b13933d729a0741d9ba78c1e523736588a671702a636ea6','8bdfcd031942589a5f7105441eefc66dac0d0ccb7af3e54c32409717c28f5489',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(98,6,'2026-11-24 18:21:32.230957','olga','teams.assign','entry','14','3 Given03 Family03','{"team_id": null}','{"team_id": 6}','web','192.0.2.7','test','8bdfcd031942589a5f7105441eefc66dac0d0ccb7af3e54c32409717c28f5489','6387e5e214d9d318c8ccd95d7acec10c946c734676f67547690eb731f134b51d',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(99,7,'2026-11-24 18:21:32.238846','olga','teams.assign','entry','15','4 Given04 Family04','{"team_id": null}','{"team_id": 6}','web','192.0.2.7','test','6387e5e214d9d318c8ccd95d7acec10c946c734676f67547690eb731f134b51d','1c0e266f304e7679b2aace8d4384af5a80c1ab07aba76c833bcfb06d26c9d8fa',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(100,8,'2026-11-24 18:21:32.267646','olga','teams.add','team','7','Team 2 „46“','{}','{"id": 7, "tournament_id": 2, "code": "T03", "name": "Team 2 \u201e46\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','1c0e266f304e7679b2aace8d4384af5a80c1ab07aba76c833bcfb06d26c9d8fa','0c42fa534a782f7b756529ae45c0c609dda4375ec674abf5d2739e3e059bb445',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(101,9,'2026-11-24 18:21:32.287097','olga','teams.assign','entry','16','5 Given05 Family05','{"team_id": null}','{"team_id": 7}','web','192.0.2.7','test','0c42fa534a782f7b756529ae45c0c609dda4375ec674abf5d2739e3e059bb445','4271941b8b3f5327ce699884300375b3b3cb8bf75c65c4e868053df25a7a9dd7',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(102,10,'2026-11-24 18:21:32.306921','olga','teams.assign','entry','17','6 Given06 Family06','{"team_id": null}','{"team_id": 7}','web','192.0.2.7','test','4271941b8b3f5327ce699884300375b3b3cb8bf75c65c4e868053df25a7a9dd7','d426219076f3f5c04cd30976da5319805d74eee3398e44966a62895cd3034a63',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(103,11,'2026-11-24 18:21:32.319489','olga','teams.add','team','8','Team 3 „21“','{}','{"id": 8, "tournament_id": 2, "code": "T04", "name": "Team 3 \u201e21\u201c", "country": "FRA", "extra": {}}','web','192.0.2.7','test','d426219076f3f5c04cd30976da5319805d74eee3398e44966a62895cd3034a63','cb4465004a72a06ae014502f5b00dd9df1e2c6e7cbed9cc9a247431a65c6706d',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(104,12,'2026-11-24 18:21:32.326793','olga','teams.assign','entry','18','7 Given07 Family07','{"team_id": null}','{"team_id": 8}','web','192.0.2.7','test','cb4465004a72a06ae014502f5b00dd9df1e2c6e7cbed9cc9a247431a65c6706d','e1b4bd83e0a6e891ac17fa1bce86224918aecbab439ffb8357392750a3b1a1b0',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(105,13,'2026-11-24 18:21:32.328411','olga','teams.assign','entry','19','8 Given08 Family08','{"team_id": null}','{"team_id": 8}','web','192.0.2.7','test','e1b4bd83e0a6e891ac17fa1bce86224918aecbab439ffb8357392750a3b1a1b0','2d2fdaedf980d3ea22d2c59adba737f7f2077021b5210df20193404d412453a4',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(106,14,'2026-11-24 18:21:32.330682','olga','entries.edit','entry','12','1 Given01 Family01','{"native_name": "", "country": "", "club": "", "ema_number": null, "note": ""}','{"native_name": "\u5c71\u7530 \u82b1\u5b50", "country": "JPN", "club": "Ikkan & S\u00f6hne", "ema_number": "98780219", "note": "tabs are not, \u201cquotes\u201d are allowed"}','web','192.0.2.7','test','2d2fdaedf980d3ea22d2c59adba737f7f2077021b5210df20193404d412453a4','2b46f649d69ed65057f9fe39ab05c39675a5ba63d37c86fab498c58a7223ba2c',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(107,15,'2026-11-24 18:21:32.334618','olga','constraints.add','seatingconstraint','2','Once at one table: 2 Given02 Family02','{}','{"id": 2, "tournament_id": 2, "kind": "wished_pair", "entry_id": 13, "other_id": 18, "table_number": null, "reason": "friends"}','web','192.0.2.7','test','2b46f649d69ed65057f9fe39ab05c39675a5ba63d37c86fab498c58a7223ba2c','530dd65a03bd1071b6050df0d772b5b6bcae37fc74b2768be07c007dac85b6e6',1,2,'friends',NULL);
INSERT INTO "tournaments_auditentry" VALUES(108,16,'2026-11-24 18:21:32.340594','olga','stages.add','stage','4','Final','{}','{"id": 4, "tournament_id": 2, "number": 2, "name": "Final", "kind": "final", "cut_to": 4, "cut_at": null, "carry_numerator": 1, "carry_denominator": 2}','web','192.0.2.7','test','530dd65a03bd1071b6050df0d772b5b6bcae37fc74b2768be07c007dac85b6e6','ea632cc7479e673aaee3529dfdaa2622358c9178b0c274b0fde04347a885c5c6',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(109,17,'2026-11-24 18:21:32.340594','olga','rounds.add','round','6','Round 3','{}','{"id": 6, "tournament_id": 2, "stage_id": 4, "number": 3, "day": null, "starts_at": null, "minutes": 90, "state": "planned", "ruleset_id": null, "released_at": null, "extra": {}}','web','192.0.2.7','test','ea632cc7479e673aaee3529dfdaa2622358c9178b0c274b0fde04347a885c5c6','5d9e4cb8d25612e41cb0deeefb3d31c52366e7f6c063d1128d4ee3467e68ca31',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(110,18,'2026-11-24 18:21:32.340594','olga','rounds.add','tournament','2','Spring Open','{"rounds_planned": 2}','{"rounds_planned": 3}','web','192.0.2.7','test','5d9e4cb8d25612e41cb0deeefb3d31c52366e7f6c063d1128d4ee3467e68ca31','bef8864853afd6281d280e6661ed2aaf31cc17724493a5b0b798c38337fc27ad',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(111,19,'2026-11-24 18:21:32.491716','olga','seating.publish','seating','5','Round 1, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:32.448Z"}','web','192.0.2.7','test','bef8864853afd6281d280e6661ed2aaf31cc17724493a5b0b798c38337fc27ad','945b43c6747d42cf3e670bce7bb88726de876ff8b45a46bb1f909a21c8f0ae32',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(112,20,'2026-11-24 18:21:32.491716','olga','seating.publish','round','4','Round 1','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','945b43c6747d42cf3e670bce7bb88726de876ff8b45a46bb1f909a21c8f0ae32','67d606ffa5c6714bfca7ed504914e276342c82f0d8fab2cb6667853c7a7028c9',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(113,21,'2026-11-24 18:21:32.574942','olga','seating.publish','seating','6','Round 2, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:32.558Z"}','web','192.0.2.7','test','67d606ffa5c6714bfca7ed504914e276342c82f0d8fab2cb6667853c7a7028c9','2f584cb94427e12ec3ea5284ea32a273053e74f96bd32df7b6362992a6470a82',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(114,22,'2026-11-24 18:21:32.574942','olga','seating.publish','round','5','Round 2','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','2f584cb94427e12ec3ea5284ea32a273053e74f96bd32df7b6362992a6470a82','15b49aeebee12e19d29bcecb48ad28b99cfa136b172aa27c3d4a7e473dd885b5',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(115,23,'2026-11-24 18:21:32.632284','olga','rules.freeze','rulesetversion','2','Riichi, World Riichi Championship, version 1','{"frozen_at": null}','{"frozen_at": "2026-11-24T18:21:32.607Z"}','web','192.0.2.7','test','15b49aeebee12e19d29bcecb48ad28b99cfa136b172aa27c3d4a7e473dd885b5','89d2dd8caeea953f425af19bf78ab6ef0ea68e57593c8b1526c6c33267cd0b16',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(116,24,'2026-11-24 18:21:32.632284','olga','tournament.state','tournament','2','Spring Open','{"state": "planned"}','{"state": "running"}','web','192.0.2.7','test','89d2dd8caeea953f425af19bf78ab6ef0ea68e57593c8b1526c6c33267cd0b16','4193bf0cf1bc41800c8bf220a942f1bc9972918683b364517c79240d28df7d2a',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(117,25,'2026-11-24 18:21:32.632284','olga','rounds.start','seating','5','Round 1, seating, version 1','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','4193bf0cf1bc41800c8bf220a942f1bc9972918683b364517c79240d28df7d2a','7c77c7ed9b90170a6e7259686392f67a91db472b3774dc9041c2f4caae989968',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(118,26,'2026-11-24 18:21:32.632284','olga','rounds.start','round','4','Round 1','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 2}','web','192.0.2.7','test','7c77c7ed9b90170a6e7259686392f67a91db472b3774dc9041c2f4caae989968','37b9320f98ad75ed5e2fd0e6bd833ef33e10219f65702ee048bdfc346afb6412',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(119,27,'2026-11-24 18:21:32.632284','olga','clock.start','roundclock','3','Clock of round 1','{}','{"id": 3, "round_id": 4, "started_at": "2026-11-24T18:21:32.631Z", "ends_at": "2026-11-24T19:51:32.631Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','37b9320f98ad75ed5e2fd0e6bd833ef33e10219f65702ee048bdfc346afb6412','fda12b80f0b03581a498a274b25ddc2108f4173c46c512836b1369d4c7e01ff2',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(120,28,'2026-11-24 18:21:32.661257','olga','clock.adjust','roundclock','3','Clock of round 1','{"ends_at": "2026-11-24T19:51:32.631Z"}','{"ends_at": "2026-11-24T19:57:47.631Z"}','web','192.0.2.7','test','fda12b80f0b03581a498a274b25ddc2108f4173c46c512836b1369d4c7e01ff2','7f6136690543d59bb3038643d20a25cef4dd28ecd1865cc9ca176de021083f8c',1,2,'a fire alarm',NULL);
INSERT INTO "tournaments_auditentry" VALUES(121,29,'2026-11-24 18:21:32.667349','ren','clock.extra','gametable','5','Round 1, table 1','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','7f6136690543d59bb3038643d20a25cef4dd28ecd1865cc9ca176de021083f8c','c28797efb10a358a2ede79605a1177baba131460234cfbf6f983f00efb607c2c',2,2,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(122,30,'2026-11-24 18:21:32.698632','sam','results.submit','tableresult','7','Round 1, table 1, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"1": 22800, "2": 41000, "3": 20800, "4": 35400}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','c28797efb10a358a2ede79605a1177baba131460234cfbf6f983f00efb607c2c','a04bb605bf56b418903af5b78e516bf82da02113c1942d5d976298aa852a9494',3,2,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(123,31,'2026-11-24 18:21:32.742217','olga','results.confirm','tableresult','7','Round 1, table 1, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','a04bb605bf56b418903af5b78e516bf82da02113c1942d5d976298aa852a9494','317c27a67344d03f13d5dce39756508bc628a69d08b702d20a5350b7b1093c99',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(124,32,'2026-11-24 18:21:32.742217','olga','results.confirm','tableresult','7','Round 1, table 1, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:32.704Z"}','web','192.0.2.7','test','317c27a67344d03f13d5dce39756508bc628a69d08b702d20a5350b7b1093c99','c1d265ac75155db9c3269aa9a784b60ba0fb4f3f210c0c0988d1f5d0508bf3a9',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(125,33,'2026-11-24 18:21:32.756224','ren','clock.extra','gametable','6','Round 1, table 2','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','c1d265ac75155db9c3269aa9a784b60ba0fb4f3f210c0c0988d1f5d0508bf3a9','2681325d144d7bdfd338a887e12c68672efee63930197b82e72ab2e766b6cc88',2,2,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(126,34,'2026-11-24 18:21:32.781882','sam','results.submit','tableresult','8','Round 1, table 2, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"5": 41000, "6": 11800, "7": 39700, "8": 27500}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','2681325d144d7bdfd338a887e12c68672efee63930197b82e72ab2e766b6cc88','2e27a5bfeae2e758cc1301373b690bb585969083e80102a742a9086ebcea0327',3,2,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(127,35,'2026-11-24 18:21:32.796588','olga','results.confirm','tableresult','8','Round 1, table 2, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','2e27a5bfeae2e758cc1301373b690bb585969083e80102a742a9086ebcea0327','f4f171a9e9834758fac7477427945edca6e580a4dd7b933da5b2668c5d9ee3aa',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(128,36,'2026-11-24 18:21:32.796588','olga','results.confirm','tableresult','8','Round 1, table 2, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:32.793Z"}','web','192.0.2.7','test','f4f171a9e9834758fac7477427945edca6e580a4dd7b933da5b2668c5d9ee3aa','31ea1768693a6747ded3d586540b82395cd18b85de9f5b5f858bb22522f47bd7',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(129,37,'2026-11-24 18:21:32.867012','sam','results.submit','tableresult','9','Round 1, table 2, sheet, version 2','{"version": 1, "sheet": {"points": {"5": 41000, "6": 11800, "7": 39700, "8": 27500}, "leftover": 0}}','{"version": 2, "sheet": {"points": {"5": 44800, "6": 18100, "7": 32000, "8": 25100}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','31ea1768693a6747ded3d586540b82395cd18b85de9f5b5f858bb22522f47bd7','679d5a2762e6e60013920b0b929cb98480687f0e990cfccabb01d0eb679d3c62',3,2,'two digits swapped',NULL);
INSERT INTO "tournaments_auditentry" VALUES(130,38,'2026-11-24 18:21:32.891298','olga','results.confirm','tableresult','9','Round 1, table 2, sheet, version 2','{}','{"version": 2, "confirmed_by": "olga"}','web','192.0.2.7','test','679d5a2762e6e60013920b0b929cb98480687f0e990cfccabb01d0eb679d3c62','b0f338319c2f51f17010d658855ac43f7d0e759d1c6dcf68f1863e4857d4db1d',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(131,39,'2026-11-24 18:21:32.891298','olga','results.confirm','tableresult','8','Round 1, table 2, sheet, version 1','{"state": "confirmed"}','{"state": "superseded"}','web','192.0.2.7','test','b0f338319c2f51f17010d658855ac43f7d0e759d1c6dcf68f1863e4857d4db1d','8adeb3c544c9d8d891b5d763a91e52f7683a50442c17e20e205a5ab68fa22528',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(132,40,'2026-11-24 18:21:32.891298','olga','results.confirm','tableresult','9','Round 1, table 2, sheet, version 2','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:32.889Z"}','web','192.0.2.7','test','8adeb3c544c9d8d891b5d763a91e52f7683a50442c17e20e205a5ab68fa22528','b507287373c13710ffe4c2133164ebf2e93d9c15824b1f4da7806c2f0d0f19e0',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(133,41,'2026-11-24 18:21:32.934872','olga','clock.end','roundclock','3','Clock of round 1','{"ended_at": null}','{"ended_at": "2026-11-24T18:21:32.933Z"}','web','192.0.2.7','test','b507287373c13710ffe4c2133164ebf2e93d9c15824b1f4da7806c2f0d0f19e0','f8085bcca48bb694975696f6da57546c731de3cf0afffaf3c68c85d3fdff443e',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(134,42,'2026-11-24 18:21:32.934872','olga','rounds.finish','round','4','Round 1','{"state": "playing"}','{"state": "finished"}','web','192.0.2.7','test','f8085bcca48bb694975696f6da57546c731de3cf0afffaf3c68c85d3fdff443e','24a83fcf12d03f3a09d89390fa02cad026610dd8a11d65478a6e046770d8ca56',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(135,43,'2026-11-24 18:21:32.956876','olga','entries.drop','entry','18','7 Given07 Family07','{"status": "checked_in", "dropped_from_round": null}','{"status": "dropped", "dropped_from_round": 2}','web','192.0.2.7','test','24a83fcf12d03f3a09d89390fa02cad026610dd8a11d65478a6e046770d8ca56','65b1444c61a05ef3996c9e3d3f3e9c9d3ec0d109894c70bf878eb6663661de70',1,2,'ill',NULL);
INSERT INTO "tournaments_auditentry" VALUES(136,44,'2026-11-24 18:21:33.057903','olga','entries.substitute','entry','20','9 Stand-in 7','{}','{"id": 20, "tournament_id": 2, "number": 9, "family_name": "Stand-in 7", "given_name": "", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": 8, "ema_number": null, "account_id": null, "status": "substitute", "substitute_for_id": 18, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:32.980Z"}','web','192.0.2.7','test','65b1444c61a05ef3996c9e3d3f3e9c9d3ec0d109894c70bf878eb6663661de70','1aaab1f334248d45f6cc0f52c350e21b9669f4173a93646faa1fbd7f02d12aea',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(137,45,'2026-11-24 18:21:33.057903','olga','seating.replace','seating','6','Round 2, seating, version 1','{"state": "published"}','{"state": "superseded"}','web','192.0.2.7','test','1aaab1f334248d45f6cc0f52c350e21b9669f4173a93646faa1fbd7f02d12aea','4b4795f11772997e35cfbd3990a04e595bfb6310faaf2e4cf0dfa4b40c39cc2e',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(138,46,'2026-11-24 18:21:33.057903','olga','seating.replace','seating','7','Round 2, seating, version 2','{"tables": {"1": [1, 2, 3, 4], "2": [5, 6, 7, 8]}}','{"state": "published", "source": "manual", "tables": {"1": [1, 2, 3, 4], "2": [5, 6, 9, 8]}}','web','192.0.2.7','test','4b4795f11772997e35cfbd3990a04e595bfb6310faaf2e4cf0dfa4b40c39cc2e','56508c2c3f7add8a56bff0df7f52b715cc1d42533e90b7703f8c956a225fdade',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(139,47,'2026-11-24 18:21:33.144734','olga','entries.drop','entry','19','8 Given08 Family08','{"status": "checked_in", "dropped_from_round": null}','{"status": "dropped", "dropped_from_round": 2}','web','192.0.2.7','test','56508c2c3f7add8a56bff0df7f52b715cc1d42533e90b7703f8c956a225fdade','0d4b67db74ce2e4375af1745636cd21afe49014e44ddde7bdedee7e485c5122e',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(140,48,'2026-11-24 18:21:33.144734','olga','entries.substitute','entry','21','10 Stand-in 8','{}','{"id": 21, "tournament_id": 2, "number": 10, "family_name": "Stand-in 8", "given_name": "", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": 8, "ema_number": null, "account_id": null, "status": "substitute", "substitute_for_id": 19, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:33.085Z"}','web','192.0.2.7','test','0d4b67db74ce2e4375af1745636cd21afe49014e44ddde7bdedee7e485c5122e','b76590f101233bc8cb2d96b9eeea0952fbd029b1932d5908fb0944edfb3cdd0a',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(141,49,'2026-11-24 18:21:33.144734','olga','seating.replace','seating','7','Round 2, seating, version 2','{"state": "published"}','{"state": "superseded"}','web','192.0.2.7','test','b76590f101233bc8cb2d96b9eeea0952fbd029b1932d5908fb0944edfb3cdd0a','ada821e0aa99caa6067875f93af7da85485584aec6b5b8559440690ab7d681aa',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given08 Family08"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(142,50,'2026-11-24 18:21:33.144734','olga','seating.replace','seating','8','Round 2, seating, version 3','{"tables": {"1": [1, 2, 3, 4], "2": [5, 6, 9, 8]}}','{"state": "published", "source": "manual", "tables": {"1": [1, 2, 3, 4], "2": [5, 6, 9, 10]}}','web','192.0.2.7','test','ada821e0aa99caa6067875f93af7da85485584aec6b5b8559440690ab7d681aa','f161d891b50eb9a97f4686c7d6f9d64ba29cdae7f45a87b9c6a66ef93584e9b7',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given08 Family08"}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(143,51,'2026-11-24 18:21:33.176645','olga','entries.add','entry','22','11 Anna Late','{}','{"id": 22, "tournament_id": 2, "number": 11, "family_name": "Late", "given_name": "Anna", "native_name": "", "romanised_name": "", "country": "", "club": "", "team_id": null, "ema_number": null, "account_id": null, "status": "registered", "substitute_for_id": null, "from_round": 2, "dropped_from_round": null, "note": "", "extra": {}, "created_at": "2026-11-24T18:21:33.176Z"}','web','192.0.2.7','test','f161d891b50eb9a97f4686c7d6f9d64ba29cdae7f45a87b9c6a66ef93584e9b7','14431bfac4a82f5b88dd76d3bc87dec871eec72f2be0dc6ae2ae80b40a4a1bbb',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(144,52,'2026-11-24 18:21:33.199357','olga','entries.status','entry','22','11 Anna Late','{"status": "registered"}','{"status": "waiting"}','web','192.0.2.7','test','14431bfac4a82f5b88dd76d3bc87dec871eec72f2be0dc6ae2ae80b40a4a1bbb','14eacb3d9c62f0608c02871d96ca633c1b02d2bc18e2f3b8704959ce80532b3a',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(145,53,'2026-11-24 18:21:33.207849','olga','rounds.start','seating','8','Round 2, seating, version 3','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','14eacb3d9c62f0608c02871d96ca633c1b02d2bc18e2f3b8704959ce80532b3a','d10c3700dacc83c866cb1caeb230946d33ef092c9e743e2dd646c58082afa560',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(146,54,'2026-11-24 18:21:33.207849','olga','rounds.start','round','5','Round 2','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 2}','web','192.0.2.7','test','d10c3700dacc83c866cb1caeb230946d33ef092c9e743e2dd646c58082afa560','05cca3921592092f77f04c6ad27fc60f173c93818a807861793c765ec48e43cc',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(147,55,'2026-11-24 18:21:33.207849','olga','clock.start','roundclock','4','Clock of round 2','{}','{"id": 4, "round_id": 5, "started_at": "2026-11-24T18:21:33.207Z", "ends_at": "2026-11-24T19:51:33.207Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','05cca3921592092f77f04c6ad27fc60f173c93818a807861793c765ec48e43cc','96d292c4a72c32871910af920d5dbac5871d08d3166e9912083cf9baa24a7c7e',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(148,56,'2026-11-24 18:21:33.231001','olga','clock.adjust','roundclock','4','Clock of round 2','{"ends_at": "2026-11-24T19:51:33.207Z"}','{"ends_at": "2026-11-24T20:01:14.207Z"}','web','192.0.2.7','test','96d292c4a72c32871910af920d5dbac5871d08d3166e9912083cf9baa24a7c7e','28959ee4f5113c8682189bf31133214cfb204e832595c8320b6edfba27db42ca',1,2,'a fire alarm',NULL);
INSERT INTO "tournaments_auditentry" VALUES(149,57,'2026-11-24 18:21:33.234378','ren','clock.extra','gametable','7','Round 2, table 1','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','28959ee4f5113c8682189bf31133214cfb204e832595c8320b6edfba27db42ca','2dd2ff3f172b7eb59105bc4e7750a2d0305587ee760634bd07d6b435bfadad35',2,2,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(150,58,'2026-11-24 18:21:33.261200','sam','results.submit','tableresult','10','Round 2, table 1, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"1": 29000, "2": 37800, "3": 32700, "4": 20500}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','2dd2ff3f172b7eb59105bc4e7750a2d0305587ee760634bd07d6b435bfadad35','5d8bfed445b41b661fca80d3819a9e8383450ca1b284288bd2a6638b2cff4121',3,2,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(151,59,'2026-11-24 18:21:33.290746','olga','results.confirm','tableresult','10','Round 2, table 1, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','5d8bfed445b41b661fca80d3819a9e8383450ca1b284288bd2a6638b2cff4121','f6f2249fa57060cc5821984501636c4452f7d7f0336daf2f7d40a57ba6558ff8',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(152,60,'2026-11-24 18:21:33.290746','olga','results.confirm','tableresult','10','Round 2, table 1, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:33.267Z"}','web','192.0.2.7','test','f6f2249fa57060cc5821984501636c4452f7d7f0336daf2f7d40a57ba6558ff8','c687aa05bf3738712111e021729f9e41e153c07db9936615c913ff46cc61eb3e',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(153,61,'2026-11-24 18:21:33.308113','ren','clock.extra','gametable','8','Round 2, table 2','{"extra_seconds": 0}','{"extra_seconds": 60}','web','192.0.2.7','test','c687aa05bf3738712111e021729f9e41e153c07db9936615c913ff46cc61eb3e','88168cb5475bf1224d71849594a05ca4fe727ce802da1b16505602a9ba2a3c43',2,2,'a long ruling',NULL);
INSERT INTO "tournaments_auditentry" VALUES(154,62,'2026-11-24 18:21:33.320355','sam','results.submit','tableresult','11','Round 2, table 2, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"5": 35700, "6": 23700, "9": 11800, "10": 48800}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','88168cb5475bf1224d71849594a05ca4fe727ce802da1b16505602a9ba2a3c43','889814b97bbfe2eecb8c421105e47bfd053a65910ce6476611d401b1a428fca7',3,2,'as written',NULL);
INSERT INTO "tournaments_auditentry" VALUES(155,63,'2026-11-24 18:21:33.347107','olga','results.confirm','tableresult','11','Round 2, table 2, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','889814b97bbfe2eecb8c421105e47bfd053a65910ce6476611d401b1a428fca7','7df56b524eabc7f1b6ff75bf3d0c4641af2c92f011ccea9da49628cc30d7cdf5',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(156,64,'2026-11-24 18:21:33.347107','olga','results.confirm','tableresult','11','Round 2, table 2, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:33.340Z"}','web','192.0.2.7','test','7df56b524eabc7f1b6ff75bf3d0c4641af2c92f011ccea9da49628cc30d7cdf5','28799beb42b083e988c2494af4bd68a6d5233bf732c0878b8ca43330476cf9ca',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(157,65,'2026-11-24 18:21:33.411293','sam','results.submit','tableresult','12','Round 2, table 2, sheet, version 2','{"version": 1, "sheet": {"points": {"5": 35700, "6": 23700, "9": 11800, "10": 48800}, "leftover": 0}}','{"version": 2, "sheet": {"points": {"5": 11400, "6": 28600, "9": 33800, "10": 46200}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','28799beb42b083e988c2494af4bd68a6d5233bf732c0878b8ca43330476cf9ca','7abb16111b18731540786326646fd740b286c8c0784e61c609df7bd7561f80b1',3,2,'two digits swapped',NULL);
INSERT INTO "tournaments_auditentry" VALUES(158,66,'2026-11-24 18:21:33.446905','olga','results.confirm','tableresult','12','Round 2, table 2, sheet, version 2','{}','{"version": 2, "confirmed_by": "olga"}','web','192.0.2.7','test','7abb16111b18731540786326646fd740b286c8c0784e61c609df7bd7561f80b1','cc9f7555bce16769d57da899183c8ab24835486b14412b723005be0d265d68da',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(159,67,'2026-11-24 18:21:33.446905','olga','results.confirm','tableresult','11','Round 2, table 2, sheet, version 1','{"state": "confirmed"}','{"state": "superseded"}','web','192.0.2.7','test','cc9f7555bce16769d57da899183c8ab24835486b14412b723005be0d265d68da','eaafed0011763ffcabea5946a8abb84bad24eab0cf28f17fc318ba980131afc1',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(160,68,'2026-11-24 18:21:33.446905','olga','results.confirm','tableresult','12','Round 2, table 2, sheet, version 2','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:33.431Z"}','web','192.0.2.7','test','eaafed0011763ffcabea5946a8abb84bad24eab0cf28f17fc318ba980131afc1','c33642ee8ede4aa2c65576f9d910c199f4c3b1b26709a0f46168307198646716',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(161,69,'2026-11-24 18:21:33.487362','olga','clock.end','roundclock','4','Clock of round 2','{"ended_at": null}','{"ended_at": "2026-11-24T18:21:33.485Z"}','web','192.0.2.7','test','c33642ee8ede4aa2c65576f9d910c199f4c3b1b26709a0f46168307198646716','0d565c243b7c0f5acf9493bac374ea7401ab239f572fc90c11fd5b2284d8bbf2',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(162,70,'2026-11-24 18:21:33.487362','olga','rounds.finish','round','5','Round 2','{"state": "playing"}','{"state": "finished"}','web','192.0.2.7','test','0d565c243b7c0f5acf9493bac374ea7401ab239f572fc90c11fd5b2284d8bbf2','0207c9389c0adf56176aad7972922d69fbd40118eb6abbb4e69864ae162b0a6f',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(163,71,'2026-11-24 18:21:33.513877','ren','ledger.add','scoreline','103','3 Given03 Family03: −20 Game points','{}','{"id": 103, "tournament_id": 2, "entry_id": 14, "team_id": null, "round_id": 4, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "points", "kind": "penalty", "amount_numerator": -20, "amount_denominator": 1, "reason": "late, points", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:33.508Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','0207c9389c0adf56176aad7972922d69fbd40118eb6abbb4e69864ae162b0a6f','e899cbbd093bf9671472f863355b41db5d88f5dbb824313d478d3db82a2801a5',2,2,'late, points',NULL);
INSERT INTO "tournaments_auditentry" VALUES(164,72,'2026-11-24 18:21:33.535597','ren','ledger.add','scoreline','104','3 Given03 Family03: −1/3 Score','{}','{"id": 104, "tournament_id": 2, "entry_id": 14, "team_id": null, "round_id": 4, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "score", "kind": "penalty", "amount_numerator": -1, "amount_denominator": 3, "reason": "late, score", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:33.534Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','e899cbbd093bf9671472f863355b41db5d88f5dbb824313d478d3db82a2801a5','26d282d88e4bb8d40e5360054775276c0def586260535067447e0dab7c26dd1d',2,2,'late, score',NULL);
INSERT INTO "tournaments_auditentry" VALUES(165,73,'2026-11-24 18:21:33.559498','ren','ledger.add','scoreline','105','3 Given03 Family03: −0.5 Table points','{}','{"id": 105, "tournament_id": 2, "entry_id": 14, "team_id": null, "round_id": 4, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "table_points", "kind": "penalty", "amount_numerator": -1, "amount_denominator": 2, "reason": "late, table_points", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:33.558Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','26d282d88e4bb8d40e5360054775276c0def586260535067447e0dab7c26dd1d','2e111e566eec1810908720150b727c69092bf31688b1f7a60eb6efd16d76b02e',2,2,'late, table_points',NULL);
INSERT INTO "tournaments_auditentry" VALUES(166,74,'2026-11-24 18:21:33.590087','ren','ledger.add','scoreline','106','3 Given03 Family03: −4 Game points','{}','{"id": 106, "tournament_id": 2, "entry_id": 14, "team_id": null, "round_id": 4, "table_id": 5, "hand": null, "result_id": null, "scope": "table", "unit": "points", "kind": "penalty", "amount_numerator": -4, "amount_denominator": 1, "reason": "phone", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:33.568Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','2e111e566eec1810908720150b727c69092bf31688b1f7a60eb6efd16d76b02e','f0a07f867c654f58c0dd58bf47f57f8474423bc52d88461c76b90c08c9726dc6',2,2,'phone',NULL);
INSERT INTO "tournaments_auditentry" VALUES(167,75,'2026-11-24 18:21:33.623684','olga','ledger.void','scoreline','106','3 Given03 Family03: −4 Game points','{"voided_by_id": null, "voided_at": null, "void_reason": ""}','{"voided_by_id": 1, "voided_at": "2026-11-24T18:21:33.621Z", "void_reason": "it was another\u2019s"}','web','192.0.2.7','test','f0a07f867c654f58c0dd58bf47f57f8474423bc52d88461c76b90c08c9726dc6','a3653a171b0c7f3bc951dd129e10aea9e1ae0c0f4e4a50c6c16bd9c57d9ff12b',1,2,'it was another’s',NULL);
INSERT INTO "tournaments_auditentry" VALUES(168,76,'2026-11-24 18:21:33.652188','olga','ledger.add','scoreline','107','Team 0 „11“: +1 Score','{}','{"id": 107, "tournament_id": 2, "entry_id": null, "team_id": 5, "round_id": null, "table_id": null, "hand": null, "result_id": null, "scope": "overall", "unit": "score", "kind": "bonus", "amount_numerator": 1, "amount_denominator": 1, "reason": "found a tile", "clause": "", "author_id": 1, "created_at": "2026-11-24T18:21:33.651Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','a3653a171b0c7f3bc951dd129e10aea9e1ae0c0f4e4a50c6c16bd9c57d9ff12b','3d40e76d77ab757f5db7eceb9ef71b66fa3eaf1118ae722154f8cf9f5487d4fc',1,2,'found a tile',NULL);
INSERT INTO "tournaments_auditentry" VALUES(169,77,'2026-11-24 18:21:33.747150','ren','forfeits.add','forfeit','2','1 Given01 Family01: Session lost','{}','{"id": 2, "tournament_id": 2, "entry_id": 12, "round_id": 4, "kind": "session_lost", "points": -30, "uma": 0, "table_points": 0, "takes_negative": false, "chair": "ranked", "present": [], "last": false, "left": {}, "reason": "asleep", "clause": "", "author_id": 2, "created_at": "2026-11-24T18:21:33.686Z", "voided_by_id": null, "voided_at": null, "void_reason": ""}','web','192.0.2.7','test','3d40e76d77ab757f5db7eceb9ef71b66fa3eaf1118ae722154f8cf9f5487d4fc','76a40a8aa4ce2bcca0064a8b59a60e9e41e9dfda04ca2fdd1b80969051bfa8cf',2,2,'asleep',NULL);
INSERT INTO "tournaments_auditentry" VALUES(170,78,'2026-11-24 18:21:33.828222','olga','results.release','round','4','Round 1','{"released_at": null}','{"released_at": "2026-11-24T18:21:33.827Z"}','web','192.0.2.7','test','76a40a8aa4ce2bcca0064a8b59a60e9e41e9dfda04ca2fdd1b80969051bfa8cf','fa49904e7f6259631d3c39a64518d86dc0d8273c06e2753cb35d248611af32ec',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(171,79,'2026-11-24 18:21:34.542612','sam','photos.add','sheetphoto','2','Round 2, table 2, photo 1','{}','{"number": 1, "sha256": "ce577059b2b24f53f5b294dc297a70dbcff7341b7dfaa3d33af71cce10f655dd", "width": 40, "height": 30, "bytes": 363}','web','192.0.2.7','test','fa49904e7f6259631d3c39a64518d86dc0d8273c06e2753cb35d248611af32ec','b489d65fca3c24a1f0496ff9e1d957a3fa78e8e9dabbb88b46eac635f07e9709',3,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(172,80,'2026-11-24 18:21:34.785789','ren','logs.attach','tablelog','2','Round 2, table 2, log 1','{}','{"form": "text", "hands": 1, "characters": 1847, "sha256": "17ac35a71f7cf63d75efdfbacfdeb11e9da02de076dcf271d1e249723345be80", "file": "table two.txt", "first_line": 0}','web','192.0.2.7','test','b489d65fca3c24a1f0496ff9e1d957a3fa78e8e9dabbb88b46eac635f07e9709','73104907619078ab6be265b3098a5a93ce9b47f90bb4cc824a71575fb874044b',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(173,81,'2026-11-24 18:21:34.799885','ren','cases.open','case','2','Case 1','{}','{"id": 2, "tournament_id": 2, "number": 1, "kind": "win", "round_id": 5, "table_id": 8, "result_id": 12, "hand": 1, "call_id": null, "note": "a claim", "state": "open", "opened_by_id": 2, "opened_at": "2026-11-24T18:21:34.798Z", "version": 0}','web','192.0.2.7','test','73104907619078ab6be265b3098a5a93ce9b47f90bb4cc824a71575fb874044b','0e068d3c79261ead36567df86cb8daa4d4c92a59ab1e03d480a984b31ad58347',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(174,82,'2026-11-24 18:21:34.799885','ren','cases.open','case','2','Case 1','{}','{"players": [16, 17, 20, 21], "concerned": []}','web','192.0.2.7','test','0e068d3c79261ead36567df86cb8daa4d4c92a59ab1e03d480a984b31ad58347','f4dda0e5df29aa3c2fa3b3c8da7f669befd4ea9dc7fbbd78cec013eed4409c0d',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(175,83,'2026-11-24 18:21:34.839274','ren','cases.facts','claimrecord','2','Case 1, facts 1','{}','{"id": 2, "case_id": 2, "number": 1, "key": null, "kind": "win", "claim": {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {}}, "findings": [{"verdict": "fails", "clause": "MCR-6.2", "text": "A win needs eight points without flowers.", "message": "The hand counts 7 points without flowers; 8 are needed.", "missing": [], "evidence": [{"kind": "numbers", "label": "Points", "value": {"without flowers": 7, "flowers": 2}}], "infraction": "false_hu_points", "seat": 1}], "proposals": [{"infraction": "false_hu_points", "seat": 1, "clause": "MCR-6.8 points", "title": "False win: too few points", "penalty": "payment", "repeat": 0, "scope": "hand", "hand": "dead_hand", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "ledger": [{"seat": 1, "column": "table", "amount": -10, "reason": "False win"}], "minutes": 0, "options": []}], "verdict": "fails", "clauses": " MCR-6.2  MCR-6.8 points ", "ruleset_id": 2, "ruleset_name": "mcr-2006", "parameters": {}, "engine_version": "test", "device": {}, "recorded_by_id": 2, "recorded_at": "2026-11-24T18:21:34.824Z"}','web','192.0.2.7','test','f4dda0e5df29aa3c2fa3b3c8da7f669befd4ea9dc7fbbd78cec013eed4409c0d','12c296afffc8a8564ad97c9389c1dd57468b4af90de1c36d7db8ba6c16e13823',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(176,84,'2026-11-24 18:21:34.839274','ren','cases.facts','case','2','Case 1','{"version": 0}','{"version": 1}','web','192.0.2.7','test','12c296afffc8a8564ad97c9389c1dd57468b4af90de1c36d7db8ba6c16e13823','27f68e730545313815c8126a055964f10f4d784bf5cd935f30486172d58c6b87',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(177,85,'2026-11-24 18:21:34.910142','ren','cases.rule','ruling','2','Case 1, ruling 1','{}','{"id": 2, "case_id": 2, "number": 1, "claim_id": 2, "in_force": true, "supersedes_id": null, "as_proposed": true, "reason": "", "note": "", "hand_effect": "dead_hand", "minutes": 0, "payments": "none", "transfers": [{"from": 1, "to": 0, "amount": 10, "reason": "false win"}, {"from": 1, "to": 2, "amount": 10, "reason": "false win"}, {"from": 1, "to": 3, "amount": 10, "reason": "false win"}], "appeal_until": null, "decided_by_id": 2, "decided_at": "2026-11-24T18:21:34.863Z"}','web','192.0.2.7','test','27f68e730545313815c8126a055964f10f4d784bf5cd935f30486172d58c6b87','58c1e3ccc0720feca33f4d87cff38c415de33e01f262e9e255bb0a360ea8a891',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(178,86,'2026-11-24 18:21:34.910142','ren','ledger.add','scoreline','108','6 Given06 Family06: −10 Game points','{}','{"id": 108, "tournament_id": 2, "entry_id": 17, "team_id": null, "round_id": 5, "table_id": 8, "hand": 1, "result_id": null, "scope": "table", "unit": "points", "kind": "penalty", "amount_numerator": -10, "amount_denominator": 1, "reason": {"text": "False win", "template": "False win", "values": {}}, "clause": "MCR-6.8 points", "author_id": 2, "created_at": "2026-11-24T18:21:34.888Z", "voided_by_id": null, "voided_at": null, "void_reason": "", "extra": {}}','web','192.0.2.7','test','58c1e3ccc0720feca33f4d87cff38c415de33e01f262e9e255bb0a360ea8a891','6c3cac1a725423ca8982c5931ca740c76e7efa534923b2ea41974a951734a69c',2,2,'{"template":"False win","values":{}}',NULL);
INSERT INTO "tournaments_auditentry" VALUES(179,87,'2026-11-24 18:21:34.910142','ren','cases.rule','case','2','Case 1','{"state": "open", "version": 1}','{"state": "ruled", "version": 2}','web','192.0.2.7','test','6c3cac1a725423ca8982c5931ca740c76e7efa534923b2ea41974a951734a69c','3de218f033320cd3755439cd01745774870acb265e1dd9fd6cfeb091ddc108e0',2,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(180,88,'2026-11-24 18:21:34.923668','olga','cases.desk','desk','2','desk of Spring Open','{}','{"id": 2, "tournament_id": 2, "head_referee_id": null, "appeal_minutes": 45, "appeals_from": "session"}','web','192.0.2.7','test','3de218f033320cd3755439cd01745774870acb265e1dd9fd6cfeb091ddc108e0','ad42609bc9cbb9c64f931706a7f8ecbf200927b53af793e499277e7edc0a01ab',1,2,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(181,89,'2026-11-24 18:21:35.042500','olga','stages.cut','stage','4','Final','{"through": []}','{"through": [2, 10, 9, 5]}','web','192.0.2.7','test','ad42609bc9cbb9c64f931706a7f8ecbf200927b53af793e499277e7edc0a01ab','1ef93a47389702cbfe61ccf9a8bbf772f8cb03501455949ef8466676aff04a21',1,2,'the line',NULL);
INSERT INTO "tournaments_auditentry" VALUES(182,1,'2026-11-24 18:21:35.094448','olga','deals.commit','boardset','1','Duplicate boards','{}','{"id": 1, "tournament_id": 3, "number": 1, "event": "spring-open", "ruleset_id": 3, "model": "seat34", "flowers": false, "sessions": 4, "boards": 4, "commitment": "c4cd30a66bb5c5ca2d2851d8852ce1c0030fb17c5f507be3f2f1af484b82b4fd", "promise": "{\"boards\":4,\"entries_close\":\"2026-11-24T19:21:35.068346+00:00\",\"event\":\"spring-open\",\"flowers\":false,\"format\":\"mjdeal/2\",\"model\":\"seat34\",\"parameters\":{},\"ruleset\":\"mcr-2006\",\"sessions\":4,\"shares\":\"those committed to before entries close\",\"sheets\":\"mjdeal/1\",\"value\":{\"kind\":\"other\",\"known_at\":\"2026-11-24T19:21:35.068346+00:00\",\"source\":\"the first lottery draw of 2 May\",\"which\":\"\"}}", "value_kind": "other", "value_source": "the first lottery draw of 2 May", "value_which": "", "corrections": [], "value_name": "the first lottery draw of 2 May", "value_known_at": "2026-11-24T19:21:35.068Z", "entries_close_at": "2026-11-24T19:21:35.068Z", "committed_at": "2026-11-24T18:21:35.069Z", "committed_by_id": 1, "withdrawn_at": null, "withdrawn_reason": "", "public_value": "", "value_at": null, "made_at": null, "seed": "", "seed_at": null}','web','192.0.2.7','test','','a70527ccb08fdec11dce8171ac102edc1ed0d80486dbdfe2299a066a3a61c3d3',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(183,2,'2026-11-24 18:21:35.102144','olga','deals.share','boardshare','1','share of petra','{}','{"id": 1, "board_set_id": 1, "number": 1, "holder": "petra", "commitment": "63ba740f27724f87d1610dba053760e2ae6a297bbeb7bfb9a0927503a31440bc", "committed_at": "2026-11-24T18:21:35.101Z", "handed_in_at": null, "share": "", "dropped_at": null, "dropped_reason": ""}','web','192.0.2.7','test','a70527ccb08fdec11dce8171ac102edc1ed0d80486dbdfe2299a066a3a61c3d3','24ece8137d4c26fd04ab2cb9a016576c2f9b0b39f712c051f091c2a4ea34734b',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(184,3,'2026-11-24 18:21:35.104857','olga','deals.share','boardshare','2','share of otto','{}','{"id": 2, "board_set_id": 1, "number": 2, "holder": "otto", "commitment": "a351277d1430c9f50c5cc9528170735de52530b680b7f483468c06844639515a", "committed_at": "2026-11-24T18:21:35.104Z", "handed_in_at": null, "share": "", "dropped_at": null, "dropped_reason": ""}','web','192.0.2.7','test','24ece8137d4c26fd04ab2cb9a016576c2f9b0b39f712c051f091c2a4ea34734b','1eb864aac9f460b5c2c61e5d8d8821398fa8740d6f52a765fbdf2d6a50bb17cd',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(185,4,'2026-11-24 18:21:35.112229','olga','deals.share_out','boardshare','2','share of otto','{"dropped_at": null, "dropped_reason": ""}','{"dropped_at": "2026-11-24T18:21:35.111Z", "dropped_reason": "otto is ill"}','web','192.0.2.7','test','1eb864aac9f460b5c2c61e5d8d8821398fa8740d6f52a765fbdf2d6a50bb17cd','fbdedf81e570d66561d061e6138379bb05b7279fb6000a62947b1f6e8afc6fe4',1,3,'otto is ill',NULL);
INSERT INTO "tournaments_auditentry" VALUES(186,5,'2026-11-24 20:21:35.068346','olga','deals.value','boardset','1','Duplicate boards','{"public_value": "", "value_at": null}','{"public_value": "3141592653", "value_at": "2026-11-24T20:21:35.068Z"}','web','192.0.2.7','test','fbdedf81e570d66561d061e6138379bb05b7279fb6000a62947b1f6e8afc6fe4','e9375f891bc3034d5a299f37774ca282eccd9416e12744dfa95f201ef32b4ec7',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(187,6,'2026-11-24 20:21:35.068346','olga','deals.share_in','boardshare','1','share of petra','{}','{"holder": "petra"}','web','192.0.2.7','test','e9375f891bc3034d5a299f37774ca282eccd9416e12744dfa95f201ef32b4ec7','32e249feab262d65283ca1cf13c0e1cf52f020124e696b37b62575d30dcaf5f2',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(188,7,'2026-11-24 18:21:35.150433','olga','deals.make','boardset','1','Duplicate boards','{"made_at": null}','{"made_at": "2026-11-24T18:21:35.149Z"}','web','192.0.2.7','test','32e249feab262d65283ca1cf13c0e1cf52f020124e696b37b62575d30dcaf5f2','a40aab8d420e538e77f76a1f0ad9a76e93bba1909ccc48f46281acfa83886b37',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(189,8,'2026-11-24 18:21:35.164083','olga','deals.ask','boardlook','1','look of olga','{}','{"id": 1, "board_set_id": 1, "session": 1, "number": 0, "purpose": "sheets of session 1", "asked_by_id": 1, "asked_at": "2026-11-24T18:21:35.161Z", "approved_by_id": null, "approved_at": null, "expires_at": null, "refused_at": null}','web','192.0.2.7','test','a40aab8d420e538e77f76a1f0ad9a76e93bba1909ccc48f46281acfa83886b37','9013c472239940dd98d8044004707504485494d8c1dd94f331a347352b75d629',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(190,9,'2026-11-24 18:21:35.190942','omar','deals.approve','boardlook','1','look of olga','{"approved_by_id": null, "approved_at": null, "expires_at": null}','{"approved_by_id": 9, "approved_at": "2026-11-24T18:21:35.176Z", "expires_at": "2026-11-24T20:21:35.176Z"}','web','192.0.2.7','test','9013c472239940dd98d8044004707504485494d8c1dd94f331a347352b75d629','1625ffb326859123fb3ce8044e7e12d48c5aada3fdb0223de80490d4b7ded3bd',9,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(191,10,'2026-11-24 18:21:35.208392','olga','deals.look','boardlook','1','look of olga','{}','{"seen": ["Session 1, board 1", "Session 1, board 2", "Session 1, board 3", "Session 1, board 4"], "as": "seat sheets"}','web','192.0.2.7','test','1625ffb326859123fb3ce8044e7e12d48c5aada3fdb0223de80490d4b7ded3bd','8f43cd31910efe000925464df4c94b4b06c3980cd134e7e2f682bf88ecf72c02',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(192,11,'2026-11-24 18:21:35.264198','olga','deals.ask','boardlook','2','look of olga','{}','{"id": 2, "board_set_id": 1, "session": 2, "number": 0, "purpose": "sheets of session 2", "asked_by_id": 1, "asked_at": "2026-11-24T18:21:35.262Z", "approved_by_id": null, "approved_at": null, "expires_at": null, "refused_at": null}','web','192.0.2.7','test','8f43cd31910efe000925464df4c94b4b06c3980cd134e7e2f682bf88ecf72c02','a441b0d00d944f79bd8a43475200ec406408a4456b64694f2df5b71c69f24be0',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(193,12,'2026-11-24 18:21:35.341523','olga','deals.ask_replacement','boardreplacement','1','replacement of Session 1, board 4','{}','{"id": 1, "board_id": 4, "reason": "a tray fell over", "asked_by_id": 1, "asked_at": "2026-11-24T18:21:35.315Z", "approved_by_id": null, "approved_at": null, "refused_at": null}','web','192.0.2.7','test','a441b0d00d944f79bd8a43475200ec406408a4456b64694f2df5b71c69f24be0','11328efdae4673e242a8176e1154ff2cf242d3bf16ded9628279b3d00482da26',1,3,'a tray fell over',NULL);
INSERT INTO "tournaments_auditentry" VALUES(194,13,'2026-11-24 18:21:35.396734','omar','deals.replace','boardreplacement','1','replacement of Session 1, board 4','{"approved_by_id": null, "approved_at": null}','{"approved_by_id": 9, "approved_at": "2026-11-24T18:21:35.388Z"}','web','192.0.2.7','test','11328efdae4673e242a8176e1154ff2cf242d3bf16ded9628279b3d00482da26','7bfabf07f03d24e53b6fc82ebc568607c745e0ee0b6766c1222a0753372f8e81',9,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(195,14,'2026-11-24 18:21:35.396734','omar','deals.replace','board','4','Session 1, board 4','{"retired_at": null, "retired_reason": ""}','{"retired_at": "2026-11-24T18:21:35.394Z", "retired_reason": "a tray fell over"}','web','192.0.2.7','test','7bfabf07f03d24e53b6fc82ebc568607c745e0ee0b6766c1222a0753372f8e81','ffd88aceb5c062e9509cdb3af19fc2d0c9554d3700d9794e8413b0f0718ae466',9,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(196,15,'2026-11-24 18:21:35.396734','omar','deals.replace','board','17','Session 1, board 4, reserve 1','{}','{"reserve": 1, "plays": []}','web','192.0.2.7','test','ffd88aceb5c062e9509cdb3af19fc2d0c9554d3700d9794e8413b0f0718ae466','948beadb4a54036c93c83a985c8ec7cebe291019335c7a0c9050d4b553a57bda',9,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(197,16,'2026-11-24 18:21:35.669225','olga','seating.draft','seating','9','Round 1, seating, version 1','{}','{"state": "draft", "source": "schedule", "tables": {"1": [12, 15, 7, 2], "2": [16, 9, 1, 6], "3": [8, 3, 10, 14], "4": [4, 5, 13, 11]}}','web','192.0.2.7','test','948beadb4a54036c93c83a985c8ec7cebe291019335c7a0c9050d4b553a57bda','3cdba86a65d1c4e2f0e6e1aa5e9d03a1b0d01460fb9c50f2c87b6c62f534d070',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(198,17,'2026-11-24 18:21:35.669225','olga','seating.draft','seating','10','Round 2, seating, version 1','{}','{"state": "draft", "source": "schedule", "tables": {"1": [12, 8, 4, 16], "2": [5, 9, 15, 3], "3": [1, 13, 10, 7], "4": [14, 2, 6, 11]}}','web','192.0.2.7','test','3cdba86a65d1c4e2f0e6e1aa5e9d03a1b0d01460fb9c50f2c87b6c62f534d070','25a4fe881e211a75bfb3d84fc0083acd27520a90998afe3488ae1d6d8efeba8e',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(199,18,'2026-11-24 18:21:35.669225','olga','seating.draft','seating','11','Round 3, seating, version 1','{}','{"state": "draft", "source": "schedule", "tables": {"1": [12, 14, 5, 1], "2": [13, 9, 2, 8], "3": [6, 4, 10, 15], "4": [3, 7, 16, 11]}}','web','192.0.2.7','test','25a4fe881e211a75bfb3d84fc0083acd27520a90998afe3488ae1d6d8efeba8e','5f1c8f8f8ae0d381c7e3e19caffe9bb152999ca43e8cb6f8fe9df6bb4499ea9a',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(200,19,'2026-11-24 18:21:35.669225','olga','seating.draft','seating','12','Round 4, seating, version 1','{}','{"state": "draft", "source": "schedule", "tables": {"1": [12, 6, 3, 13], "2": [7, 9, 14, 4], "3": [2, 16, 10, 5], "4": [15, 1, 8, 11]}}','web','192.0.2.7','test','5f1c8f8f8ae0d381c7e3e19caffe9bb152999ca43e8cb6f8fe9df6bb4499ea9a','1a67335eb33a00bf33c8cd49015b2f69b08839d91c7b2eb459a1b5561748d55e',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(201,20,'2026-11-24 18:21:35.669225','olga','boards.seat','seatingdraw','1','Draw 1','{}','{"id": 1, "tournament_id": 3, "number": 1, "kind": "movement", "seed": "lot", "algorithm": "mjseat/3", "template": "", "inputs_digest": "c5d8029e28f46695536eebbcb7782d8ab49b7a8f9a30288135bf6c2b4726df31", "certificate": "{\n \"byes\": [[], [], [], []],\n \"commitment\": null,\n \"format\": \"mahjong-seating/1\",\n \"inputs\": {\"movement\": \"four_teams\", \"players\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], \"rounds\": 4, \"teams\": {\"1\": 1, \"10\": 3, \"11\": 3, \"12\": 3, \"13\": 4, \"14\": 4, \"15\": 4, \"16\": 4, \"2\": 1, \"3\": 1, \"4\": 1, \"5\": 2, \"6\": 2, \"7\": 2, \"8\": 2, \"9\": 3}},\n \"inputs_digest\": \"c5d8029e28f46695536eebbcb7782d8ab49b7a8f9a30288135bf6c2b4726df31\",\n \"kind\": \"movement\",\n \"mapping\": [12, 9, 10, 11, 15, 16, 14, 13, 7, 6, 8, 5, 2, 1, 3, 4],\n \"measures\": {\"constraints\": [], \"games\": [4, 4], \"lowest_common\": 12, \"mean_common\": 12.0, \"most_meetings\": 1, \"most_table_visits\": 4, \"pairs_met_again\": 0, \"players\": 16, \"repeat_bound\": 0, \"repeated_tables\": 12, \"repeats\": 0, \"rounds\": 4, \"tables\": 4, \"third_meetings\": 0, \"wind_excess\": 24, \"without_common\": 0, \"worst_wind\": 3},\n \"rounds\": [[[12, 15, 7, 2], [16, 9, 1, 6], [8, 3, 10, 14], [4, 5, 13, 11]], [[12, 8, 4, 16], [5, 9, 15, 3], [1, 13, 10, 7], [14, 2, 6, 11]], [[12, 14, 5, 1], [13, 9, 2, 8], [6, 4, 10, 15], [3, 7, 16, 11]], [[12, 6, 3, 13], [7, 9, 14, 4], [2, 16, 10, 5], [15, 1, 8, 11]]],\n \"seed\": \"lot\",\n \"version\": \"mjseat/3\"\n}\n", "improved": 0, "prices": null, "proof": null, "under_id": null, "why": "", "discarded_at": null, "discarded_reason": "", "created_by_id": 1, "created_at": "2026-11-24T18:21:35.651Z"}','web','192.0.2.7','test','1a67335eb33a00bf33c8cd49015b2f69b08839d91c7b2eb459a1b5561748d55e','8458f6bc82b65f573a91c4ae1dd2040a5ddcd886ca40fd98fe85ddbd52521995',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(202,21,'2026-11-24 18:21:35.724267','olga','seating.publish','seating','9','Round 1, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:35.695Z"}','web','192.0.2.7','test','8458f6bc82b65f573a91c4ae1dd2040a5ddcd886ca40fd98fe85ddbd52521995','8f97d2ec11e9cc771385da3b3a76ddae9f2e85c5526b74144c86a72d552f6853',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(203,22,'2026-11-24 18:21:35.724267','olga','seating.publish','round','7','Round 1','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','8f97d2ec11e9cc771385da3b3a76ddae9f2e85c5526b74144c86a72d552f6853','777a52d8f8c2dd9db8ce445d6884b51c9f64bf1e471ae4a4d1dd3705d6436552',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(204,23,'2026-11-24 18:21:35.785609','olga','rules.freeze','rulesetversion','3','MCR, rules of 2006, version 1','{"frozen_at": null}','{"frozen_at": "2026-11-24T18:21:35.769Z"}','web','192.0.2.7','test','777a52d8f8c2dd9db8ce445d6884b51c9f64bf1e471ae4a4d1dd3705d6436552','9466a6012e8f7dd71fe15cf1a263e2e6686534a6b5865f5f3b5de7bba8e82504',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(205,24,'2026-11-24 18:21:35.785609','olga','tournament.state','tournament','3','Spring Open','{"state": "planned"}','{"state": "running"}','web','192.0.2.7','test','9466a6012e8f7dd71fe15cf1a263e2e6686534a6b5865f5f3b5de7bba8e82504','5d0d4d7127765736af6baa0ed8e3556f373a5f563ad7885df82d1ed00f8b7144',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(206,25,'2026-11-24 18:21:35.785609','olga','rounds.start','seating','9','Round 1, seating, version 1','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','5d0d4d7127765736af6baa0ed8e3556f373a5f563ad7885df82d1ed00f8b7144','013c93018a2687a85ce446ea257988d753935fbc8eae9f18954f581d30eda5b8',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(207,26,'2026-11-24 18:21:35.785609','olga','rounds.start','round','7','Round 1','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 3}','web','192.0.2.7','test','013c93018a2687a85ce446ea257988d753935fbc8eae9f18954f581d30eda5b8','9a52973574decaa7c028ddddd3dc042346c16b3df9584a9709112064fc11fad8',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(208,27,'2026-11-24 18:21:35.785609','olga','clock.start','roundclock','5','Clock of round 1','{}','{"id": 5, "round_id": 7, "started_at": "2026-11-24T18:21:35.772Z", "ends_at": "2026-11-24T19:51:35.772Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','9a52973574decaa7c028ddddd3dc042346c16b3df9584a9709112064fc11fad8','6c69639499be569ebed84cb8001aa35b03e748e5c27aa66a152cdbb4a4e3745f',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(209,28,'2026-11-24 18:21:35.867963','olga','boards.plan','round','7','Round 1','{}','{"boards": 4, "tables": 4, "copies": null, "planned": 16}','web','192.0.2.7','test','6c69639499be569ebed84cb8001aa35b03e748e5c27aa66a152cdbb4a4e3745f','35f3760d608192eb8e8393a2dbdaacf8e4e32a0570aadbabd4a4bacf9e6ce7e9',1,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(210,29,'2026-11-24 18:21:35.933359','sam','boards.enter','boardplay','1','Session 1, table 1, board 1','{}','{"points": [24, -8, -8, -8], "version": 1, "verified": true, "findings": [], "flag": ""}','web','192.0.2.7','test','35f3760d608192eb8e8393a2dbdaacf8e4e32a0570aadbabd4a4bacf9e6ce7e9','a69b5e22602381fc0321c820347e6ab68825cf8c5c5cf329a0916778e504a5ba',3,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(211,30,'2026-11-24 18:21:35.956335','sam','boards.enter','boardplay','5','Session 1, table 2, board 1','{}','{"points": [-8, 32, -16, -8], "version": 1, "verified": true, "findings": [], "flag": ""}','web','192.0.2.7','test','a69b5e22602381fc0321c820347e6ab68825cf8c5c5cf329a0916778e504a5ba','1961768fb8990ef9fa0b3588c70484e9670997ef8da4454c4278b4afdb5f7de7',3,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(212,31,'2026-11-24 18:21:36.003133','sam','boards.enter','boardplay','9','Session 1, table 3, board 1','{}','{"points": [0, 0, 0, 0], "version": 1, "verified": true, "findings": [], "flag": ""}','web','192.0.2.7','test','1961768fb8990ef9fa0b3588c70484e9670997ef8da4454c4278b4afdb5f7de7','d6dde5908970f40018189d75dfe3bbb5039bfe9d070661679041cd4aa1173e8f',3,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(213,32,'2026-11-24 18:21:36.103361','sam','boards.enter','boardplay','13','Session 1, table 4, board 1','{}','{"points": [-16, -8, -8, 32], "version": 1, "verified": true, "findings": [], "flag": ""}','web','192.0.2.7','test','d6dde5908970f40018189d75dfe3bbb5039bfe9d070661679041cd4aa1173e8f','b477bf345a60e584eee2ca0b0c8f662950e993e54372bc6fadfd535e55264b4d',3,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(214,33,'2026-11-24 18:21:36.103361','sam','boards.enter','board','1','Session 1, board 1','{"text": "", "released_at": null}','{"text": "[Format \"mjdeal/1\"]\n[Event \"spring-open\"]\n[Session \"1\"]\n[Board \"1\"]\n[Reserve \"0\"]\n[Ruleset \"mcr-2006\"]\n[Dealer \"E\"]\n[Prevalent \"E\"]\n[Model \"seat34\"]\n[Value \"3141592653\"]\n[Wall \"E:74s7p4m53z149p1m7p1z71m9s3m1s5m8s57m8p8s3p52s1p9m5p4z6m9s7m2s;S:6p194s8p4m1s2m5p2273z62s1z3s1p4m1s3m6p3m6s9m1z2m75z8s6z9p9m7p;W:2z4p5m87p7s8m5z2m5p2s6m342p8s3p4s3m3s5m9s7z246p8m3p184m16p2m;N:3s63z5p5z6m4z653s4z1m1z7s3z8m2p54s62z5s7z9m8p6s4z7s6m6z9p7m29p\"]\n", "released_at": "2026-11-24T18:21:36.098Z"}','web','192.0.2.7','test','b477bf345a60e584eee2ca0b0c8f662950e993e54372bc6fadfd535e55264b4d','f37bd6aefc8e83417fc88149709e1bca7a159e69060d79c57c6fef78d0584796',3,3,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(215,34,'2026-11-24 18:21:36.114608','olga','deals.ask_replacement','boardreplacement','2','replacement of Session 2, board 1','{}','{"id": 2, "board_id": 5, "reason": "a sheet lay open", "asked_by_id": 1, "asked_at": "2026-11-24T18:21:36.114Z", "approved_by_id": null, "approved_at": null, "refused_at": null}','web','192.0.2.7','test','f37bd6aefc8e83417fc88149709e1bca7a159e69060d79c57c6fef78d0584796','8ecd327c49576420e7329bd96d4edcbb65769dc2919edba74d475bafeb8648c7',1,3,'a sheet lay open',NULL);
INSERT INTO "tournaments_auditentry" VALUES(216,1,'2026-11-24 18:21:36.170711','olga','seating.publish','seating','13','Round 1, seating, version 1','{"state": "draft", "published_at": null}','{"state": "published", "published_at": "2026-11-24T18:21:36.156Z"}','web','192.0.2.7','test','','c2258cdee3ef3466742376c00ef125ae4f807a376801c6556b5104d917d417c0',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(217,2,'2026-11-24 18:21:36.170711','olga','seating.publish','round','11','Round 1','{"state": "planned"}','{"state": "published"}','web','192.0.2.7','test','c2258cdee3ef3466742376c00ef125ae4f807a376801c6556b5104d917d417c0','e2b7fe52256cc6ecce6ef2fa4ba36496265de4c7208663f531d14fc624289baf',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(218,3,'2026-11-24 18:21:36.198879','olga','rules.freeze','rulesetversion','4','MCR, rules of 2006, version 1','{"frozen_at": null}','{"frozen_at": "2026-11-24T18:21:36.191Z"}','web','192.0.2.7','test','e2b7fe52256cc6ecce6ef2fa4ba36496265de4c7208663f531d14fc624289baf','74f976c5660fe63a896472d6a703ca43a13c3eef12d972d56f0acdfb9e014418',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(219,4,'2026-11-24 18:21:36.198879','olga','tournament.state','tournament','4','Spring Open','{"state": "planned"}','{"state": "running"}','web','192.0.2.7','test','74f976c5660fe63a896472d6a703ca43a13c3eef12d972d56f0acdfb9e014418','f75c20fb48e9241926c71c62c78b249c74d6caf3b5051e7571ddb142a5c498a8',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(220,5,'2026-11-24 18:21:36.198879','olga','rounds.start','seating','13','Round 1, seating, version 1','{"state": "published"}','{"state": "playing"}','web','192.0.2.7','test','f75c20fb48e9241926c71c62c78b249c74d6caf3b5051e7571ddb142a5c498a8','516be3d7c2b0c9606ebd74f8d277418611ec3ecc35d4ba38169187f3765750f5',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(221,6,'2026-11-24 18:21:36.198879','olga','rounds.start','round','11','Round 1','{"state": "published", "ruleset_id": null}','{"state": "playing", "ruleset_id": 4}','web','192.0.2.7','test','516be3d7c2b0c9606ebd74f8d277418611ec3ecc35d4ba38169187f3765750f5','2cfa6d0c3625448c0d8d534dbd169295471701e031a5089f03095f8b886679ba',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(222,7,'2026-11-24 18:21:36.198879','olga','clock.start','roundclock','6','Clock of round 1','{}','{"id": 6, "round_id": 11, "started_at": "2026-11-24T18:21:36.198Z", "ends_at": "2026-11-24T19:51:36.198Z", "paused_at": null, "remaining_seconds": null, "warning_seconds": 900, "ended_at": null}','web','192.0.2.7','test','2cfa6d0c3625448c0d8d534dbd169295471701e031a5089f03095f8b886679ba','0a89e12261fa9af96469fd1983214e7cf88f1b619fdad5ac5d79a6e4e77bdc6c',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(223,8,'2026-11-24 18:21:36.210358','sam','results.submit','tableresult','13','Round 1, table 1, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"1": 60, "2": 20, "3": -30, "4": -50}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','0a89e12261fa9af96469fd1983214e7cf88f1b619fdad5ac5d79a6e4e77bdc6c','0ea18448a0859ec91a12606b3735c6634275d945037a46d53a26ce042a4f25fc',3,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(224,9,'2026-11-24 18:21:36.229543','olga','results.confirm','tableresult','13','Round 1, table 1, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','0ea18448a0859ec91a12606b3735c6634275d945037a46d53a26ce042a4f25fc','ebcfa7dc2c215320bc6673f0a51c4b8b9a305cde0d7e70a18b92a06cf16d3d5a',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(225,10,'2026-11-24 18:21:36.229543','olga','results.confirm','tableresult','13','Round 1, table 1, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:36.216Z"}','web','192.0.2.7','test','ebcfa7dc2c215320bc6673f0a51c4b8b9a305cde0d7e70a18b92a06cf16d3d5a','c2471cbe34b8e631015c28353534443c82f342d71339ae83683ef6a420ff17fb',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(226,11,'2026-11-24 18:21:36.240148','sam','results.submit','tableresult','14','Round 1, table 2, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"5": 10, "6": 10, "7": -8, "8": -12}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','c2471cbe34b8e631015c28353534443c82f342d71339ae83683ef6a420ff17fb','9514695bd75eb2cdfe52db37cc66c740747549aed1f73f0d65f8be2cc5816bf6',3,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(227,12,'2026-11-24 18:21:36.252707','olga','results.confirm','tableresult','14','Round 1, table 2, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','9514695bd75eb2cdfe52db37cc66c740747549aed1f73f0d65f8be2cc5816bf6','1b14add7324d1d7ef172c6f752ad7114e6ff33dc6f59dfdc404ebed37fbe23c6',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(228,13,'2026-11-24 18:21:36.252707','olga','results.confirm','tableresult','14','Round 1, table 2, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:36.250Z"}','web','192.0.2.7','test','1b14add7324d1d7ef172c6f752ad7114e6ff33dc6f59dfdc404ebed37fbe23c6','38c9133033e258bf4838527fe71f94947bd8f3bea9ef09de4959d6dc20512e04',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(229,14,'2026-11-24 18:21:36.260462','sam','results.submit','tableresult','15','Round 1, table 3, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"9": 40, "10": 8, "11": -8, "12": -40}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','38c9133033e258bf4838527fe71f94947bd8f3bea9ef09de4959d6dc20512e04','dab51f616164e37b738d7c5f0e58772344170315511de2435b58812423cc0ee9',3,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(230,15,'2026-11-24 18:21:36.276187','olga','results.confirm','tableresult','15','Round 1, table 3, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','dab51f616164e37b738d7c5f0e58772344170315511de2435b58812423cc0ee9','168fceae12e216fff4eb4214e8e0ea3289d131f11842541165c8c7c78b7110d1',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(231,16,'2026-11-24 18:21:36.276187','olga','results.confirm','tableresult','15','Round 1, table 3, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:36.273Z"}','web','192.0.2.7','test','168fceae12e216fff4eb4214e8e0ea3289d131f11842541165c8c7c78b7110d1','a3d0a4cf48528c8643e1a5618727dedf31e1416ec10d2ec89d3873c071b67424',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(232,17,'2026-11-24 18:21:36.292242','sam','results.submit','tableresult','16','Round 1, table 4, sheet, version 1','{}','{"version": 1, "sheet": {"points": {"13": 30, "14": 10, "15": -10, "16": -30}, "leftover": 0}, "doubts": [], "state": "entered"}','web','192.0.2.7','test','a3d0a4cf48528c8643e1a5618727dedf31e1416ec10d2ec89d3873c071b67424','4e2f0a303204c90255185d7b7956d87e62d910b3e7153d8ae14487c3fa704300',3,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(233,18,'2026-11-24 18:21:36.309820','olga','results.confirm','tableresult','16','Round 1, table 4, sheet, version 1','{}','{"version": 1, "confirmed_by": "olga"}','web','192.0.2.7','test','4e2f0a303204c90255185d7b7956d87e62d910b3e7153d8ae14487c3fa704300','c0a5c8395b36ef46ad3597acfdbd3c03dd79a46c3d3c77cd9f154c1cdd270cde',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(234,19,'2026-11-24 18:21:36.309820','olga','results.confirm','tableresult','16','Round 1, table 4, sheet, version 1','{"state": "entered", "confirmed_at": null}','{"state": "confirmed", "confirmed_at": "2026-11-24T18:21:36.302Z"}','web','192.0.2.7','test','c0a5c8395b36ef46ad3597acfdbd3c03dd79a46c3d3c77cd9f154c1cdd270cde','f59c048fb3a4c1fd50fbd8738c2e6856d96881a41d043194e4f45e771d58c2e9',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(235,20,'2026-11-24 18:21:36.356252','olga','clock.end','roundclock','6','Clock of round 1','{"ended_at": null}','{"ended_at": "2026-11-24T18:21:36.355Z"}','web','192.0.2.7','test','f59c048fb3a4c1fd50fbd8738c2e6856d96881a41d043194e4f45e771d58c2e9','f1538fe2a732797ba575084d465760e74bb2079725b403bdf1deef61ae9e854b',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(236,21,'2026-11-24 18:21:36.356252','olga','rounds.finish','round','11','Round 1','{"state": "playing"}','{"state": "finished"}','web','192.0.2.7','test','f1538fe2a732797ba575084d465760e74bb2079725b403bdf1deef61ae9e854b','f906ff33e39052209ec87852b9c430137272e6a419792d03105118904803fdfc',1,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(237,22,'2026-11-24 18:21:37.246774','sue','seating.draft','seating','14','Round 2, seating, version 1','{}','{"state": "draft", "source": "standings", "tables": {"1": [6, 9, 1, 13], "2": [2, 5, 10, 14], "3": [7, 3, 16, 11], "4": [4, 8, 12, 15]}}','web','192.0.2.7','test','f906ff33e39052209ec87852b9c430137272e6a419792d03105118904803fdfc','b10dcb9fcbeda3269b950e2368d9d91c56e2598340cff5fcf9c5643b568dec18',4,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(238,23,'2026-11-24 18:21:37.246774','sue','seating.swiss','seatingdraw','2','Draw 1','{}','{"id": 2, "tournament_id": 4, "number": 1, "kind": "swiss", "seed": "spring", "algorithm": "mjseat/3", "template": "", "inputs_digest": "e824394f5f7c0bfe8a0ae299d107a04f4aa7fa33a299fdca6060f90808cf064f", "certificate": "{\n \"byes\": [[]],\n \"commitment\": null,\n \"format\": \"mahjong-seating/1\",\n \"inputs\": {\"brackets\": null, \"byes\": {}, \"constraints\": {}, \"order\": [1, 9, 13, 5, 6, 2, 14, 10, 7, 11, 15, 3, 8, 16, 12, 4], \"played\": [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]], \"rounds\": 4, \"setting\": \"balanced\"},\n \"inputs_digest\": \"e824394f5f7c0bfe8a0ae299d107a04f4aa7fa33a299fdca6060f90808cf064f\",\n \"kind\": \"swiss\",\n \"measures\": {\"constraints\": [], \"games\": [1, 1], \"lowest_common\": 0, \"mean_common\": 0.0, \"most_meetings\": 1, \"most_table_visits\": 1, \"pairs_met_again\": 0, \"players\": 16, \"repeat_bound\": 0, \"repeated_tables\": 0, \"repeats\": 0, \"rounds\": 1, \"tables\": 4, \"third_meetings\": 0, \"wind_excess\": 0, \"without_common\": 96, \"worst_wind\": 0},\n \"price\": {\"repeats\": 0, \"spread\": 4.5, \"wind_excess\": 0},\n \"rounds\": [[[6, 9, 1, 13], [2, 5, 10, 14], [7, 3, 16, 11], [4, 8, 12, 15]]],\n \"seed\": \"spring\",\n \"version\": \"mjseat/3\"\n}\n", "improved": 0, "prices": null, "proof": null, "under_id": null, "why": "", "discarded_at": null, "discarded_reason": "", "created_by_id": 4, "created_at": "2026-11-24T18:21:37.236Z"}','web','192.0.2.7','test','b10dcb9fcbeda3269b950e2368d9d91c56e2598340cff5fcf9c5643b568dec18','e1904c38c2ce626261a669db52aca37fdefe4c65ae55921be92757ebf2873549',4,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(239,24,'2026-11-24 18:21:37.392376','sue','seating.prove','seatingdraw','2','Draw 1','{"proof": null}','{"proof": {"drawn": {"closeness": 188.0, "repeats": 0.0, "wishes": 0.0, "winds": 0.0}, "best": {"closeness": 188.0, "repeats": 0.0, "wishes": 0.0, "winds": 0.0}, "status": "optimal", "bound": 188.0, "shown": 188.0, "better": null, "charges": [{"players": [9728, -768, 0, 11776, 0, -2048, 0, -768, 7936, 2048, 0, 3072, 0, 2048, 0, 15104], "sets": [], "fees": []}]}}','task',NULL,'','e1904c38c2ce626261a669db52aca37fdefe4c65ae55921be92757ebf2873549','840e4eea7f3fa3cea3db47bc686fd23c318b4f143d8629e381ccb86fa45dfb34',4,4,'',NULL);
INSERT INTO "tournaments_auditentry" VALUES(240,25,'2026-11-24 18:21:38.963550','olga','seating.seal','seedcommitment','1','commitment of swiss','{}','{"id": 1, "tournament_id": 4, "commitment": "3629a86c1eaafbe37a2287c3897a54a332c4dc7c50824869a7d80da7186aff51", "promise": "{\"event\":\"swiss\",\"format\":\"mjdraw/1\",\"inputs_close\":\"results of round 2\",\"rounds\":[3],\"settings\":{},\"template\":\"the best design the version knows\",\"value\":{\"kind\":\"other\",\"known_at\":\"2026-11-24T19:21:35.068346+00:00\",\"source\":\"the lottery of 2 May\",\"which\":\"\"},\"version\":\"mjseat/3\",\"way\":\"swiss\"}", "rounds": [3], "way": "swiss", "options": {}, "inputs_close_at": "2026-11-24T19:21:35.068Z", "value_kind": "other", "value_source": "the lottery of 2 May", "value_which": "", "value_known_at": "2026-11-24T19:21:35.068Z", "public_value": "", "value_at": null, "corrections": [], "withdrawn_at": null, "withdrawn_reason": "", "created_by_id": 1, "created_at": "2026-11-24T18:21:38.962Z"}','web','192.0.2.7','test','840e4eea7f3fa3cea3db47bc686fd23c318b4f143d8629e381ccb86fa45dfb34','888e37f5474d4d1b3f01bcbc1b23ffab12af9208981101a05473c18f1d860c3e',1,4,'',NULL);
CREATE TABLE "tournaments_board" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "session" smallint unsigned NOT NULL CHECK ("session" >= 0), "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "reserve" smallint unsigned NOT NULL CHECK ("reserve" >= 0), "prevalent_wind" smallint unsigned NOT NULL CHECK ("prevalent_wind" >= 0), "sealed_deal" text NOT NULL, "digest" varchar(64) NOT NULL, "text" text NOT NULL, "released_at" datetime NULL, "retired_at" datetime NULL, "retired_reason" text NOT NULL, "board_set_id" bigint NOT NULL REFERENCES "tournaments_boardset" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "board_numbers_from_one" CHECK (("number" >= 1 AND "session" >= 1)), CONSTRAINT "board_text_only_when_released" CHECK ((("released_at" IS NULL AND "text" = '') OR (NOT ("text" = '') AND "released_at" IS NOT NULL))), CONSTRAINT "board_retired_with_reason" CHECK ((("retired_at" IS NULL AND "retired_reason" = '') OR ("retired_at" IS NOT NULL AND NOT ("retired_reason" = '')))), CONSTRAINT "board_wind_known" CHECK ("prevalent_wind" <= 3), CONSTRAINT "board_once" UNIQUE ("board_set_id", "session", "number", "reserve"), CONSTRAINT "board_deal_once" UNIQUE ("board_set_id", "digest"));
INSERT INTO "tournaments_board" VALUES(1,1,1,0,0,'gAAAAABrBdWvweiaQXSAEqc4fy94ERPKvLzsivVjn3pzTd-fP5icOS3OLtlxagXPVBnrShBtCxuTEspq8b_A9XDTK1wmSOCjrsWggIwjhrskDVSuwiypt3cDSNHOTeJFoG5WQ1Yk3GJrTQ_kiiq6qyvOuuCaV8ZyR8wfspjXndvtnBrHblD-IrgUmEMGlTJVCKIYNjgFKmJWN64EIhj7_TbB5PkrsuLiB0whV3B3gcN7lj0lcJYvhJ15Wk4WC4jeih4nK5bzbMtBytAqnwRPSu8zh-H7tl7x371UGGHthxLL1rs0VOHMcXH2auefyrWHwIwG01natOoEvKHU6KQ6oWcepkLTea3lpH45PvOM_aHSx4EpmO-kxfTCD-CHR-1JmS5lVS_yH5Pu36zY-9YeqA4uujNb9iGZLPW0EOE0LlUW0vYcoS0y5LbDLeCNYKuF7jf_xNwrAluVqsL_X4U0F88oOqWx3AjKQXgO7KKtsm4M-XskL2X6ui7QMyOP1sESkNIE6BJrO1IyvQdf8FBZ8pQlx6F9hkKciAspPU5RBPLx1wLlTDW4dzY7pONC1uLipwqswfOmDuI9N4MtY_K2kXRYzKL8gE2GvWpId3j-D4nhgVyjf4L_NtjTR-VUp1yACPRt6qn-4aoHzCENWDN4J9kq2P3f3YavQg==','7dd209d0bc698b8f2c873642f6703b43ccbb01993dbe3cc1abf63ac58909930f','[Format "mjdeal/1"]
[Event "spring-open"]
[Session "1"]
[Board "1"]
[Reserve "0"]
[Ruleset "mcr-2006"]
[Dealer "E"]
[Prevalent "E"]
[Model "seat34"]
[Value "3141592653"]
[Wall "E:74s7p4m53z149p1m7p1z71m9s3m1s5m8s57m8p8s3p52s1p9m5p4z6m9s7m2s;S:6p194s8p4m1s2m5p2273z62s1z3s1p4m1s3m6p3m6s9m1z2m75z8s6z9p9m7p;W:2z4p5m87p7s8m5z2m5p2s6m342p8s3p4s3m3s5m9s7z246p8m3p184m16p2m;N:3s63z5p5z6m4z653s4z1m1z7s3z8m2p54s62z5s7z9m8p6s4z7s6m6z9p7m29p"]
','2026-11-24 18:21:36.098742',NULL,'',1);
INSERT INTO "tournaments_board" VALUES(2,1,2,0,0,'gAAAAABrBdWvgbzmHoMt-djpCCbMCAoJqQqVUrKZt0SRhUYtXS4wPAyvBaFCiDvAqSoYbfqpAYxvjwRWvCyx_f0vSIeJ92BidiWUUrtgmnwjHu_fT6yNl6thmJTHkGEupxjtPduhzemi7ycbTeccqbUmdQKqbj0ZGiDuad57eZZhIWlEfYIG2NHfD5MtzBnn5EqQ1T26WSLaYjQQ7RMKmq6lol0kvwXCGl8g7fq5JJrVKPbt8whZSp7ort1y7_3dThB_62X8us8aw76o4-yIU2TRM8viAx1yTHcs11eubSCHBaQpbq5yo5JsxWHo6xx_fbj0PFXia4UYrXPESaItFGucdOb8CyZUdd4A8Lw1lTZEPLRU2bK9zbKicWkLKqyjdMgk9o3XKYn8Pbz4Ki05ytmjOILNlVcLu-HB2ZtoQnFJ0_XmUh5_NqEy-_2RcTExl8RPGw60QGhILu_1UXi9EEoHNmh5dGT68ScArbKndQtP-kwtjLH7gnL_3vsixweioixT9r0y7nn0jp2ai0mEf5sTkHl5R2yHPflsghLgkrcXpOZdqZElcYRYrQpkNXs_wEWILmq-tkLQG1Ahr97pomSdzwAhA9zvCWWp96x3HSeq6-05LwWaXKuyvxgUGHH4TYOmLC9CULqu','47a5778db71588970235b9c45d34c02635adbbcbe799cd903c5c10d69d3d25d5','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(3,1,3,0,0,'gAAAAABrBdWvQsnFjGQ6Laqtffnvh18joJVy-1WnXJn8NIilpRfpSnF8FwPcKgMDcOos2UOnTwP-zgPMT0qjwudWTUaZjMK_E4BSxNBElbeFNqa2Qy2BXtGNyZaJm9RxjrKR9V6nfCHkNLJLOyjG63j_Jjbz4lM_U2_wbveKg62TVkz3waBE0SZ5v8EzkzURlp3uiDM52wLzztNk2vrICh-XDJ2yDbaie80uFbfgyuHTzXe6hWun8HD47JspCDKJDbbN6JRe7-VOyibT0N1UBwV1_Bt9m0bWtn9zqQJn4nUqmSg9B9iPXA3M_RdS6jpdQN2AZzPa7DAYWUoZdJz2qfrSoCHW0Io4KZOm8EMd1Nt__DvkJwwHJqk43MLgctxJKzqBmIdgaylwU47PSI3tMJJSSYw3PJ2ZyjIGRaP9dit44aLvXaRALZO7fKrJWh813dzNb6KNRAHlRx59cdQxFnYSgUNX2-EQ1I3TZxzQ5fho5oq4UrNdakd39roXMT61JVtzx4xA81Ab-XS8p9YT4taMo0c9LDwpmgTC7bfFkRzvrOya0oheoB4-0m6qIBvO-kAGy2poiZINXtjs3qGx5sqXqKeh6OPwUVYjK7n9MMTl9gc4j8B2m4V40WKLZLljmPoS7DrdBp-uI3gw3mEKQZ_MbyMfLPRydQ==','6ac0e78d16d4401a9179aa283164b043ae7ffee025f8a044ce18e23b54779ad0','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(4,1,4,0,0,'gAAAAABrBdWv66amcv6ELrXABZ44UQQjyIwI_6D8f_euKJgvWdEBKduvwVAi1kSSHH_40zK078Bl4f6y8eomLrBF0HsQvXgJpKLBr24IuQQs_j6S1EM8vc5LJhyBacbiD3kulbbjAmt1Npb7PsDfpgw6JoQr1jKABrQ_FCY8fFAkgl2LrbvcBVQkwwPvYFsA7hJMHpG7zUnRKmR2dne-nUQUsbfakVO78qA5-yLWBiAOgNIoiuGHB5DABBHdMInXCQ1F5G-IUz5pt5Du9MLn---qnyeE1EbGVdfVQZ-XNFN7gdYv8pJPJ_-yGcllmRJ_ytOMF8OCZMEAUpryTM55vMAS5KmBPwsnGy9iMUCxmh-HxENwvTknrtePBMUIvDh0bHZ_U5aVfM0auCf1Q08-V7-WR5Ke82CxXL47qWDpw7D7snfRbx51vMW2dKIiqEfrMeXdAvSPlMgSNZuNlnBiS9vSstF6Cj6J4wBpqJ9nLdpEPtHFdfXgNHPU_tGMtq-XhJryOFUfyx40kKWvXZ5N2HVB5O6R7720AU0MPShsRJ7VMaNOn6vr3R7MwcR2l0wr3b46x0mABIHf0Ok3kGJZw98uVesrTJM5bYfIefwWFLnZ0JwEuaBYa_RV3zndYSg6ArRbVM5mAPdO','8e30ae1e080e16d0de8502f3ab7c8074b285c3bcaadcd4c1e3d74b86d652fdc2','',NULL,'2026-11-24 18:21:35.394518','a tray fell over',1);
INSERT INTO "tournaments_board" VALUES(5,2,1,0,0,'gAAAAABrBdWvNDMGwkQKPkT2D-BG3BTNvV9ftpoXP6uGtFkJsZqzej96ComtIziqFhcKEszAhgSO5NwAIpSbZOy3BCJ3CeTSdFcd0_BTBYDRGwbEzhyjSyQfgdjqq-2vdmuv3OG4azfILS2xxm02S3Yfm9g6CQ3DKL5NgW3Y-0oa8DqXrSKkin0zjyn4smrDiGEyGA6iy0TSqYA15dFhu0tQa_Cn8OiEZNmUyZ2rTFQGeWDgQCC8NGudA6EI2DE1mgFxnkWEgO_8OgJx4xUH6lidpbO6xgQz3dp_NN8TR4o3YrDIV-jdzPwuVSxjyJ-6Ic5Nz0j7HgEu5LRMfKwaywkuSR8AzqkjBF6IYMEFzFm-GYSkuoWyjhhvud7zK4jrS1CddC12Egr1pB_ttoOxggpINPofwvH2XnK8L0qSuceZx4-7w-q_NPN14wNWpXWkUWr5euE_gYC889r2jYB0sZv1FcUmVK5IgLTkcmg_oxkdeuErKwMFGpa_oJ5tTJDmANhGERrvEU_agYdQiwvZBkg99KqxqktbpTBMHmFjZNgLkOpKShPCc_Tl59iOpOYSolrxDsbINwBrEij68GdP1UjcHFgUS3YwmbDF0hmCOvkBYV3G8_8J-p2m42tUxvOJcPfboI_lOdFD','77e04869decaf712d7de09f7a68ed74beea09a8484f099c2aed1917967755502','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(6,2,2,0,0,'gAAAAABrBdWvaC_mVeUcvNuP3WOadoCViD2-u4Ahn-rxlAfSLCNQCpJNhJldY7o0OsmkYplAYxr4FBcY6z_iGb4jqK4yoY6yQ3_Wf4MGT0WOvVb8QTp_0XKAQmcgH6bCSodRiOz3Rz1obF60lH35m015XiTcUsSoazi3p0vSI0MstYD9in2KWXml66UkNq6PRI5gSiAm5yi7c9bcc2YK4TVEEzqsNlDyyZZzFpJ8ci4sVq3g0QQG5EozN87Y6Zx9BogVGmh78Zq1OCUEfze5ck7jBJznLYtEhS3VU1gM3JXTvZUNTK93xRxg9jkVaY0BZfZdP4un_KZ_H0fKZQfycoCSBGisqR8Rv8GqCNwOgG9a-w3Hw0q1sQhBHYvmfanjLW3N8Lini4f8KWneJqs5gNhl0IES0x4cURQcEBga5Ssp1lh2uVT0tu2tLhnKQlgyC4zsPQg2NNXVyZf6-D5Z84qrCiy1LKoNJ5mK_asW_Msxuplyn7UToD3L_as8VvvLiiEQ0axCPIoRxG8cYe4ciAMPfpm7CUsDWi1ImiA6ocKUnEvLMZVOCdBo2jWUbgT3YruIPhFiqKFgoAokN24xawRtZUuaCTindlVxwfRFz7LXjlvx-rcNiokzkv-GtJuMbHm4KoF_ty4zBEpZ39fxnV1lLvElyEkFwg==','8aa9d9a89e852758c52aafac1577734bab4863aea1a54ddfbc560f74c358a2be','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(7,2,3,0,0,'gAAAAABrBdWv5BW_irjFGTTBwpcPqGEKao46PU3yZj53LHACuwBlQ-TOdcWk-OtaBxDWuox76s65_rMBHNbFe0zdXiIdLXqy2IQgvR-NvWs1TpvcM8pHSCMc_iOtJYsLTcMSOdYzFRq1G6appcUKGDKSPh78cUQIBv4qEPw9pzt-F5CiH_Nm14b0JVihcEdSFa7Fhj2DfMUSvmemz-nHzFMCDOVmRORWNiLGdw5YJjW43rYL3igr9GmK0d8hohx0PJ6tvaZM1tVqk1R1WjqtIbIbNmSKOw7DETjD_KRRjwzjZLSgJ01trZQoX7bXWY0tY68mz5IcCecB7tg1PNG7GWM1coh84O5LfVK62ol5l4tr8z9kqNIDnlRnfkhYOaER3AmDCR47qHxoCz27arc0g04MOjMRDEiaJKy5hUKjuqq15w51PXnTvMN6NUalQAkIJxR8KHQc_Mm1HOx1OPAVWRFOGc2gqGZwHZeSaKVfvIzgS-TDQdWT8NSUgvl3DHkccLwVT29Mw7TNwzR9nb-nZxos8fUgQ_IoGe_AeEZbpx0y0OpicefrUeQpCFp8K_qZTNyPMXQBcAsja_pJOTfarywD1reIYdWWQUOnuFOxmFatKX6lWToFxA5ew23GxvlbDFOeGJ3Nb3VRk-EqnPU63id-LTbhCu47Jw==','e0c266c8b7c5588d699b9ffc044c2106a607b8f3fe1c432041a766379d2985a3','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(8,2,4,0,0,'gAAAAABrBdWvYo7JxD4SerUGW6Z2YdplCcnwfpDyrrtDYarGtZlRVWXVLee58KcaAGgLVWEDwJOy6G1hkKdNkPbtT1HhZIMHWjsF4GBU-J9Bk8DOpGwc0Yo7CD1IuHT0Wt-ob9KDaIMcA1_uYbLaeO7wRtu1OwMisuQcFrWG9aphOpHidsjdG-Iau7eDd_66pOuG63FcK45geMdQ5y2JNavetNucEq-F-meulwVuOnjV528UO5Ray316lykcxEsdtAXWbzB_VSAqn-2BdZ3gG2TYP_ZPh0q7xdmn5OqmOJmrPcOB31HF_vmTVKyoNNlB1vz3YHFl0MJyz2_UW_oCmCxtJhfOThRH3MJdz7-qqYpVI52YMeXHSqSKrAhQUcIKsQBjGJO6iDMJ_xk-00GKeaCGSRrabauaAB_7OvrGI3mVKxU-ir8ywxbTHkfczBOdxymh-qSlQOBuBWh4BFKkCLp9kofMxiYB41FEtIBPKbJo8DNtHeLbBAVfZp-uuHfQtxYN5O3GOvOEtxlK2Q30TUMyb0uCiy908Gt1mUWLD8Q9pNe4_SuAPGmH8lP4sizIHGKyo__2EPAMyadJza6MbEaZUf-bCRIjCoKGRKN-g2HHYAx2mS4AMG25d3OSg-w5xzD8sSDL6SOGbHcaGvK6n_0C3qLglhXXug==','82f6ffc4871922c2c628d668d04960062a6e49521441dfe9bcb04f370ac06adf','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(9,3,1,0,0,'gAAAAABrBdWvhxx9h8RPOax1TxjaiiDx-iupLdflwUiBghyqXfKIu_BbWtZif_ih5gDIoX8zXR8UfxafaXk8r5dBLAPLC3_qop5LdVXUF4Hk43Nrc0hKlIbaS4okmb_iXW182XpGdoPZRPFliBSs6XY75kVtS-v0Jtd06bVyzZNMRhxhEsjPzQpg6b0sRx0K6ABp8byK6qSSPDAL-k9nn6T104_tg-mhlkZMnCrFv18EwIOQjJ34QYOB9IYTadYE52pINijqvgVBH8wOGkKr6fAs0Is4-sxpuyGCJF3xcAZlIQBcBpXPzLLLgHhZ9CJx--aCGJGLt5fmDd6AkaNWjwvBwaYHzFxQ6QlNI1o5EGhQzb9R43cqAwAqbZsXIVM3td690VtD46bhqXkTdlMrSg2Vib3SHgeOLS7xUcLKbbqEG4Gh4Cu87qjyyc_-rLR-G3DoP0heZVZSv-fkQNEexBg_maxhB3FBU83lfF5dEQUWVK48WLErbY12vnM4hH0y8tr1MUbyvvoyIuDSWi2Y01i7M4uJhiVu4G9NS1TrhGz8WvPW0g1G44ehoO_MJXpbAr3lWCHQQafQ9FDaLV6c_qBDu6ChOAw97-OMLwrXMDjITnhEbu43KHCv0ezcEgU4asJbEwsfsY0k6IAzpKaYbIIjzcGWhC4Edw==','bc823dbb94ebebddc39238484d0a5752ce72c196e3edbd0d81d5248fb99a1ddd','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(10,3,2,0,0,'gAAAAABrBdWvPTh4PPVLO3P1m4CIRBkbgo5QMwd3u90gubPwVvkaD7BFbVTFJ6suHLvHAO8P98S9UpzJhyQqNRiSrWn-DbHKeXnetJn955wJg3o3--lqqQ4B14Sb7tsfb4Rt6Pa3vkIcKKmna4d9kuyS5Dw-uYNq1PZhtXt15xGvse_-xDkkEiISmASME9N7PUUnajfZIN8JElTjXwaKKZkHEjdVQaZPuqGc32FJEXS_gpnggLJQZe7iK2pn6ASoC83k3QJio2WtEL91fwOuEAVZFJcUJrzV1itBTajkj6ZVuBU51OmP-Nx9neJbMUBlTosdAg-taFWfNNySKZ86dFkyBRG86S2qM0zoqI9nl-T0q6SnAhYBrb1NEfMDoSvuGzHDSK_kDAgc4VIELKaPPZpIMzrbB_eR6xI0FcJsKYRrh6bZjhg_obuNNKISFF_LmUoKBXhhJvABPHPuH6WThVJGB1puD6S9f7jQ95azoZdrG4tcgTr8X5oEIeTNmZUsMbVHC3rJtmbmtG1Bfvfw5L2Z8WkPuKoFuuH3ZomY9r8dDhHDCqmbs_KfwCstPIexyZ-r6adYXhSrZfbtTkR5GBZGkr1tDgiHDF_w6pLtccDQBPlscfwRo8hpTK0Q-0iaZK1BDgR7u5FS','e84b7404cc941c066010844d813f7680706d289e769d309d0b331893f0710fe3','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(11,3,3,0,0,'gAAAAABrBdWvO_uVgjpmZzds5kfNk-ty721EWdWgl5fWd3bI4JYqkHNmd7Mm-sGQcuZ2rYhF3oQS8S1tp_4G89W7PnGdnPLTE5INjlUmcya00QPvn3Ei_ggeSIKLkQi3dGNWSWMVztfl7Cr97mORk1w1NarlPSKa7I5Tj3ruBce2_k5Ev-qpz-Xi4YkK0wAShAX20UTvtmHMFSR4YqK2eNL99uPxfdoIBdi9z0vwfXBZy-fP5mXoWdWFS5vnFf2GaBU_0AxsqdkKfU9dNGKpL_4Z5IZNDA6IAQ3KMckPT3NcONdhJm-CWuYqm4nfoDe8ULrBTFohjO_hiecjKQi7R4bIZBxlOnsvGzf1ZeBDlNLICHzx5bZ4VWtJDxAq1_yOUQ1uyEkEng0zHpQBo5CpY6K7h98H66518XZQfCUlHaBmxD1y_jQEnVXAOgLG38t1IucCgB6gRbPidV6qfcRkWr0a3R3fvNvuyB06Cl-bfxw1l2zewW2e_jGOfTyuGtO-iIsMzIMLI8JGp9BPtcnOiuK-5XH8JIfxFMH3nwZrsa9SFUhqAnXR_AQJdpBgoBqoSZnNz6KDLnmUAHJpGlGzF09qE3_Kb-HRtjKSUWUY04S1H-hsDUfH1sCt825q62GeJEzu_a0rDJevp5ACPb0IAIEuWqJaIwWfDg==','c41b4414a00c721d8381913173dc0414705a28504538340c3034aff957da50ee','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(12,3,4,0,0,'gAAAAABrBdWvNuVK8SMCE7U9CdQaTmLwjazPS0k7yAKAJYDbpRSPZ01xMGmnEvNuRLR0Mwq454b6KTEihy1DYKWUrgGsbDiI0jYypYDaBjerkAxMoZU-qISoUOxCP1hNsQRrH6_mCcJdAYDNOR8vaDGVIfZt5gsGLnjEwc6N-H7r1-Uupz3gbiSc4yF3lsemLYCj-waMILqSaj_OycG9yeQBOd15gEckhdJqtfmpxNuZHJFHv0JwO6BIKZm8vxY8s-6DdQAkPUQ7Ul-cAOXxhNt_K-hniBozxPRBLA2lh3McPMY1yKRaHZ_lkqysdHBzJy10_ma7qrbSqqsPeXwAQ7_zn_KdthmtqH67Ge-a5c8qKQO3Fs10VP9rLbsAZ7RtEp_7wR7KDPrimzLWtGTeq9a85Rl1gJsP6jyefEwHPtQOUrZNY8AmkgVK_aS_UhBGJgstBiVpiFkdnqd_5v2bIeEVmuPGoNq4HwTJqjb4je9K1nvAgfz8PejQzFhOWfsPLIhRrpIBh6Y1xPff-y7FOvowYc77hiELKKhALEAdL-h8f0BrkcNTM_OlRsh9LKW6Kkqju9TSGEn-NcL2yj0yulIBncWfC94cxMCqAjHTC57FakKgrqEkSzQP_vpb5mXYv3XHzrxrqOXAFsg6dqBQfBzHkanoxX_bDQ==','03906ab5f1b2e4d5b17448758b8b6cdd9258eaebf27da947eca17eba0dcf8354','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(13,4,1,0,0,'gAAAAABrBdWvfCZVVYFLDGfS0WOozrdlSK0Vk_ohv-Ic-m4ME0k5vA_CPdE0M6g1K-o7KX_-gpBUHuxWKwI9rCjRyw1O5LO9R-kMsUpP2YtWo_eG1tiUzPnL6SKjhEzS82IwfgUHKVQFdI4Ojh-QLEL2ryun0UIN9YlmN2X0xDsVRhQPoaTNp3_Xs9zkTqpVESHHsd4-3r_EJmJc8VKmF__NltypNSzsoVywN80D9G-CnBWvdvJyBmbWRMM1BoGKHz6dBnq9Sqfezx8M0edxgSasauox7Uzv08wwn3Crxkloql8pJcDLFUakfj_6Uv8eK43n4xO_eDkaNCnz3ivUkhoYeiDfrYF5q0bzC2oUU4HLbsGj5y5bDvJ_6Y-u2dSjYe9njIPaDTu1SjInjJx8qnno97xJ9l7rNNY-WivUn399vTsk4tF_FEbfoxQaSIw_8sgBsw-AGtzHYIeVNgvNBWAhbU2Fz4Llbh7FNGuRRzbkp2mJUqhgDlH71kct7rDQRWs2CxiDk9pzVTdsYFpQsVV1ItJG62V_aUiGK5iZorrgQiVw3p181wmhpoEffaHt2WHCG5042ELh4uVYJmTw_G-vw7cM9eVqeIAk0H-ffMx0Hu2N3LNDw8JuOdU2Dq_jc4Dnw8hNsVf1','35751ecc4f7659644885480250089b37e3ea8328b0fdfa75973901dfa626b02e','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(14,4,2,0,0,'gAAAAABrBdWvCwjuJvJt1BO4EaAIjlWAczyxDnBmTKeMNGItBuanMy0aCJYb23bnXMI0ymutx79XVx-I3KXdPW5PziDJyXJoGmgLBi4my82NqPCU39nOwaz11bhN0vt-YBVVnLI70kgnl8egBGJ0WRggR4DhKeq6aoNi5lcMZdrAC2wBi6VVt3PaG-KPGA4pAhorV5sllvgJSsZAtuBFBvxrJN97nPzvBo2MhQal_istD-pxu44RaRE_phgmHrMeEZQv7XkXzvODt17qfDqFxVEifUYGRawXcee6SduDNCUb0nLXLu5aDM-l9htntb500TRIXNVVA2bkJGmAKZEotCq1-A-p3Y0n5WD_jLLRiPdh4n_KVpH3Pz8K-4O8ppG-_hfdCUOPTJ8dqfBgUw92KYtpH5Dx22-uuePsdzcA624lPQ5zoDlHiObhZ7gNmN45XjU6WWBciQ57QwdIMkNhUDTqaNQudPE2acK_lWhcYkHKVWKwIJqg59W3zKYEOc5nMmx6gostlCm7lOsxdUAFx72g2ZXDc9YNSQ-RYaoYsd6auagRJKJ07XhVzK-o0ccf13A-M05DUu_6XefwH6btkd3stTus1pStaNZy6lKGZs6TeQhN6vGF7xIBLs-dh6wUqrtL0bsCyx-EMvLnXtjYSRcKjLyxBACnOA==','b8fd00a09100a50cb0dc525d6773460b3cb0c025d835e9a3252f93b488f655a4','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(15,4,3,0,0,'gAAAAABrBdWvDFX0TWF4JCz5-XzpHnOV0Abp-7SkdtxhwKZkJpDL6Ui3YJ9xwFtvM-X4-bIYLbcFHYTkNMiuQzLEWWigB2xTa6S_E-AibPUy-zd8bGRwn8g7Qz-K6nrgtw4KHuYhZBlaI4AxOg2zijqynLt34pSFmFqnFqz85-k7Gi9WF6-SBjl9firGNNT19CzyfvdhaYA4A0jeVH0XnGt5-nLLIHqdAGttDJkRRk8kcspxsr51LFQB_D_iuVK9c0cGFIoWSJZaRITRL1zvGD1_gNdZKtLCPgps6Y_bwCCr3UpAEm67irZP9DRuuz5FQDIWxQ7UjtVgZM_phNSwjEuA5mmw37cV6e3DaHj52hiMioWdk5gtECZODFvOy4tpewPLGHcVpv8MoUU72r75eCnFn_x3nyHY9lLufjMOyk0LbmZfwteOhhvXkkm07BnOLbuLU9KrWk-IjGgUPIT1pW4mzRQx7CZ0bps4olrY2uQBvd0e_fdtM4IFgKJSqFgqwugYDNKa8NO40XKfuZnwvuCJ3oKXtILJ75-N3MbSks0-r3zlciLanh_PZCyV0Y_iPwIrxLc1nsptDGTzhcp-5F7cLVouxE463pIo1uS8RE-Ax9rTm7NviVw4_Jb2lsi4dl3TOJF-Xyp3','3ba71c5f7d1d1e481d10fd888ec38b3132d5b3fd2bfe1d527301881aaca496a7','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(16,4,4,0,0,'gAAAAABrBdWv3jGm5PUhq1Ti1msAIG4i7-P3i9TOssD1YbMTIJ5li19OWKH2zJroQvlYFwVnNJsuUzlj37W0EnPyIg7FIMarLA4IzP-8Bmueahtda9nUgbmngF54NpdpmO48F5FRybeysTsfvumkisOom5g12AfmGihH2aYR2wv7wV0Yfs5biPwRHSd-e_Zrw6va3ATosqSYxCJXoAgbnNfygIOIS9HGcxBKbRdwua6S0qeTCMSkuawlTEHb7BvTE9u-X3aA9kYioucN8d8X2elrfGKCTkz1v6jYbDpBXSwqRYXiuN4vlMKOKvWyo5XWnnQK0VuQS277-8DpXNTM6boNS8Tw77_6pSb1HhkHjbZMHHRGlVkpsfiSYRL8RcnxEpIXMaHD11akFOfGbtEJK9K0eigWjeRLS69SkDpAl3u3dmF1dFetaFlaFb5ZIAoxV4NF1RyPcZnPA7dlQHS6UgytyBQ-h3yvofkthyU52g87aQz7Wf_sI8z5b4jiF1c3vkzrbfciGTpcXy77oqt-dhk-Nq3UsjOD1vdU7nutugXUvsa6V4KKWyC4x8jy-8nrZogBCj4aX1eWOFtb5UZxv3nuNVuWW3p4m9SL1xhFsgDiS-wIvy8DsNxwBuEdl1NVPiwXE0utFpMNFy9ASYJBU5TB6A22HUyHYQ==','617bde93210904f5d3fbee3f8f187f14a1ec0468d418d60c043bc5cef19e49f1','',NULL,NULL,'',1);
INSERT INTO "tournaments_board" VALUES(17,1,4,1,0,'gAAAAABrBdWvd_RLb6t4Veq3MjEEubuNAWxzQ-ZQYWzlL1Sp0dZ1u5fNAzCaomJuJ7YUT2yt9l6J1_slDbX_aolTpPslMgHE61qpzU_NH7VWDr2iv3jP8Y7kzvhML-DpX86iFG3mGg_3Scqtret8IZKjTwv6ARf3GGQ3_pK1ebFZ_oEI1Hv0HiIWGsyIqAa9vFT0kbQmkNc8S9cn-9-WSZDYT_EJ9TevLODsWJgo01Nj1UZ3yP8faVvIeG73tJr2Dy95yT0RzRbL4PwHypXlaS1N3WJGdlCsf23Bth1PxgRsr13B0yZK6lnrWZf6xI8pxvpDcy1GPraMnrY__63_v4zObebtzozkVt1NDx7A55FZrDeRtgDrp8sHaEbz9hNRZmN6FTPEbj5lE1sRp9U8yR6t1J7XVUIXPXz-KGcTM_lcRbiAmtW_WtxXAzZHLeB7fJIOx7_C1RCXGgoLMzfOGAzei0UivYE_00Hdmz3AsAv7r_QPCX4aEdnp2yzeSzNtaPxF_fleFVZ8UDz8tnOn4RgfB0AUBKzP4lECcK6t5RQDeskolPbJu-c3W6etuPwKpfo5ii6_zvbCn6reajqATjIEnEuv3NstUjuBxlePrXHrGgaPQS52VO4Qa04cK_gFTeF-zXPwCaFU','579989cbcfc91efcc9c068b53b4ee8e352086ca8227efd35130c3913490bd317','',NULL,NULL,'',1);
CREATE TABLE "tournaments_boardplay" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "order" smallint unsigned NOT NULL CHECK ("order" >= 0), "copy" smallint unsigned NOT NULL CHECK ("copy" >= 0), "version" smallint unsigned NOT NULL CHECK ("version" >= 0), "entered_at" datetime NULL, "verified" bool NOT NULL, "findings" text NOT NULL CHECK ((JSON_VALID("findings") OR "findings" IS NULL)), "record" text NOT NULL CHECK ((JSON_VALID("record") OR "record" IS NULL)), "flag" varchar(10) NOT NULL, "flag_reason" text NOT NULL, "ruling" varchar(10) NOT NULL, "ruling_reason" text NOT NULL, "board_id" bigint NOT NULL REFERENCES "tournaments_board" ("id") DEFERRABLE INITIALLY DEFERRED, "entered_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "ruled_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "foul" varchar(4) NOT NULL, CONSTRAINT "board_play_one_at_a_time" UNIQUE ("table_id", "order"), CONSTRAINT "board_play_once_at_table" UNIQUE ("table_id", "board_id"), CONSTRAINT "board_play_flag_known" CHECK ("flag" IN ('', 'mismatch', 'fouled', 'unplayable')), CONSTRAINT "board_play_ruling_has_reason" CHECK (("ruling" = '' OR ("ruling" IN ('stands', 'fouled', 'unplayable') AND NOT ("ruling_reason" = '')))), CONSTRAINT "board_play_standing_result_exists" CHECK ((NOT ("ruling" = 'stands') OR "entered_at" IS NOT NULL)));
INSERT INTO "tournaments_boardplay" VALUES(1,1,1,1,'2026-11-24 18:21:35.899677',1,'[]','{}','','','','',1,3,NULL,9,'');
INSERT INTO "tournaments_boardplay" VALUES(2,2,1,0,NULL,0,'[]','{}','','','','',2,NULL,NULL,9,'');
INSERT INTO "tournaments_boardplay" VALUES(3,3,1,0,NULL,0,'[]','{}','','','','',3,NULL,NULL,9,'');
INSERT INTO "tournaments_boardplay" VALUES(4,4,1,0,NULL,0,'[]','{}','','','','',17,NULL,NULL,9,'');
INSERT INTO "tournaments_boardplay" VALUES(5,1,2,1,'2026-11-24 18:21:35.954746',1,'[]','{}','','','','',1,3,NULL,10,'');
INSERT INTO "tournaments_boardplay" VALUES(6,2,2,0,NULL,0,'[]','{}','','','','',2,NULL,NULL,10,'');
INSERT INTO "tournaments_boardplay" VALUES(7,3,2,0,NULL,0,'[]','{}','','','','',3,NULL,NULL,10,'');
INSERT INTO "tournaments_boardplay" VALUES(8,4,2,0,NULL,0,'[]','{}','','','','',17,NULL,NULL,10,'');
INSERT INTO "tournaments_boardplay" VALUES(9,1,3,1,'2026-11-24 18:21:35.980409',1,'[]','{}','','','','',1,3,NULL,11,'');
INSERT INTO "tournaments_boardplay" VALUES(10,2,3,0,NULL,0,'[]','{}','','','','',2,NULL,NULL,11,'');
INSERT INTO "tournaments_boardplay" VALUES(11,3,3,0,NULL,0,'[]','{}','','','','',3,NULL,NULL,11,'');
INSERT INTO "tournaments_boardplay" VALUES(12,4,3,0,NULL,0,'[]','{}','','','','',17,NULL,NULL,11,'');
INSERT INTO "tournaments_boardplay" VALUES(13,1,4,1,'2026-11-24 18:21:36.012851',1,'[]','{}','','','','',1,3,NULL,12,'');
INSERT INTO "tournaments_boardplay" VALUES(14,2,4,0,NULL,0,'[]','{}','','','','',2,NULL,NULL,12,'');
INSERT INTO "tournaments_boardplay" VALUES(15,3,4,0,NULL,0,'[]','{}','','','','',3,NULL,NULL,12,'');
INSERT INTO "tournaments_boardplay" VALUES(16,4,4,0,NULL,0,'[]','{}','','','','',17,NULL,NULL,12,'');
CREATE TABLE "tournaments_boardset" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "event" varchar(60) NOT NULL, "model" varchar(6) NOT NULL, "flowers" bool NOT NULL, "sessions" smallint unsigned NOT NULL CHECK ("sessions" >= 0), "boards" smallint unsigned NOT NULL CHECK ("boards" >= 0), "sealed_seed" text NOT NULL, "commitment" varchar(64) NOT NULL, "value_name" varchar(200) NOT NULL, "value_known_at" datetime NOT NULL, "committed_at" datetime NOT NULL, "withdrawn_at" datetime NULL, "withdrawn_reason" text NOT NULL, "public_value" varchar(200) NOT NULL, "value_at" datetime NULL, "made_at" datetime NULL, "seed" varchar(256) NOT NULL, "seed_at" datetime NULL, "committed_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "ruleset_id" bigint NOT NULL REFERENCES "tournaments_rulesetversion" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "entries_close_at" datetime NULL, "corrections" text NOT NULL CHECK ((JSON_VALID("corrections") OR "corrections" IS NULL)), "promise" text NOT NULL, "value_kind" varchar(10) NOT NULL, "value_source" varchar(200) NOT NULL, "value_which" varchar(200) NOT NULL, "seed_shares" text NULL CHECK ((JSON_VALID("seed_shares") OR "seed_shares" IS NULL)), CONSTRAINT "board_set_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "board_set_model_known" CHECK ("model" IN ('seat34', 'shared')), CONSTRAINT "board_set_has_boards" CHECK (("boards" >= 1 AND "sessions" >= 1)), CONSTRAINT "board_set_value_later_than_commitment" CHECK ("value_known_at" > ("committed_at")), CONSTRAINT "board_set_value_when_known" CHECK ((("public_value" = '' AND "value_at" IS NULL) OR (NOT ("public_value" = '') AND "value_at" >= ("value_known_at")))), CONSTRAINT "board_set_made_with_value" CHECK (("made_at" IS NULL OR NOT ("public_value" = ''))), CONSTRAINT "board_set_withdrawn_before_value" CHECK ((("withdrawn_at" IS NULL AND "withdrawn_reason" = '') OR ("public_value" = '' AND "seed" = '' AND NOT ("withdrawn_reason" = '')))), CONSTRAINT "board_set_seed_after_deals" CHECK ((("seed" = '' AND "seed_at" IS NULL) OR (NOT ("seed" = '') AND "made_at" IS NOT NULL))), CONSTRAINT "board_set_entries_close_between" CHECK (("entries_close_at" IS NULL OR ("entries_close_at" > ("committed_at") AND "entries_close_at" <= ("value_known_at")))), CONSTRAINT "board_set_seed_once" UNIQUE ("tournament_id", "commitment"));
INSERT INTO "tournaments_boardset" VALUES(1,1,'spring-open','seat34',0,4,4,'gAAAAABrBdWvnszkmG1V88O6hNTRQNPok2tRGl-QLh5cYachzRU-f3mL2iNa6N_ZGXDLlt1S7G9YItDBIRGBavPmSrdZSs3RLotHWKlGrREoS55hVQRJe8IpSSQ_7L6nRxutwArwE1y-1g0uAvpEj-946qu83JlvZegGfvX7cHZGEogfWaZKQo0=','c4cd30a66bb5c5ca2d2851d8852ce1c0030fb17c5f507be3f2f1af484b82b4fd','the first lottery draw of 2 May','2026-11-24 19:21:35.068346','2026-11-24 18:21:35.069309',NULL,'','3141592653','2026-11-24 20:21:35.068346','2026-11-24 18:21:35.149784','',NULL,1,3,3,'2026-11-24 19:21:35.068346','[]','{"boards":4,"entries_close":"2026-11-24T19:21:35.068346+00:00","event":"spring-open","flowers":false,"format":"mjdeal/2","model":"seat34","parameters":{},"ruleset":"mcr-2006","sessions":4,"shares":"those committed to before entries close","sheets":"mjdeal/1","value":{"kind":"other","known_at":"2026-11-24T19:21:35.068346+00:00","source":"the first lottery draw of 2 May","which":""}}','other','the first lottery draw of 2 May','','[{"number": 1, "holder": "petra", "commitment": "63ba740f27724f87d1610dba053760e2ae6a297bbeb7bfb9a0927503a31440bc", "committed_at": "2026-11-24T18:21:35.101512+00:00", "sealed_share": "gAAAAABrBdWvnVl6kV0I4X-HFlPnjUcVVviw202qYY_erQF6T_QOCZsV6GJ7A2JzrMFOt7WAMFrgvhzzsiHfy7uoNs1e2HqvxjC7KHXRQ8EfuhYGge2CW19XpJuiSeFPQ8sY7ddI7R5C3rdtbXSjwScyq6TaxyDkuVHEWIOex3Zr9bZCdRrhvtg=", "handed_in_at": "2026-11-24T20:21:35.068346+00:00", "share": "", "dropped_at": null, "dropped_reason": ""}, {"number": 2, "holder": "otto", "commitment": "a351277d1430c9f50c5cc9528170735de52530b680b7f483468c06844639515a", "committed_at": "2026-11-24T18:21:35.104569+00:00", "sealed_share": "", "handed_in_at": null, "share": "", "dropped_at": "2026-11-24T18:21:35.111753+00:00", "dropped_reason": "otto is ill"}]');
CREATE TABLE "tournaments_category" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "name" varchar(60) NOT NULL, "asked" bool NOT NULL, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "category_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "category_name_once" UNIQUE ("tournament_id", "name"));
CREATE TABLE "tournaments_confirmation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "user_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" bigint NOT NULL REFERENCES "tournaments_tableresult" ("id") DEFERRABLE INITIALLY DEFERRED, "device" varchar(16) NOT NULL, "initials" varchar(8) NOT NULL, CONSTRAINT "confirmation_by_one" CHECK ((("entry_id" IS NULL AND "user_id" IS NOT NULL) OR ("entry_id" IS NOT NULL AND "user_id" IS NULL))), CONSTRAINT "confirmation_user_once" UNIQUE ("result_id", "user_id"), CONSTRAINT "confirmation_player_once" UNIQUE ("result_id", "entry_id"));
INSERT INTO "tournaments_confirmation" VALUES(1,'2026-11-24 18:21:20.315725',1,NULL,1,'','');
INSERT INTO "tournaments_confirmation" VALUES(2,'2026-11-24 18:21:20.459254',1,NULL,2,'','');
INSERT INTO "tournaments_confirmation" VALUES(3,'2026-11-24 18:21:20.651281',1,NULL,3,'','');
INSERT INTO "tournaments_confirmation" VALUES(4,'2026-11-24 18:21:21.453503',1,NULL,4,'','');
INSERT INTO "tournaments_confirmation" VALUES(5,'2026-11-24 18:21:21.579477',1,NULL,5,'','');
INSERT INTO "tournaments_confirmation" VALUES(6,'2026-11-24 18:21:21.751570',1,NULL,6,'','');
INSERT INTO "tournaments_confirmation" VALUES(7,'2026-11-24 18:21:32.703590',1,NULL,7,'','');
INSERT INTO "tournaments_confirmation" VALUES(8,'2026-11-24 18:21:32.784409',1,NULL,8,'','');
INSERT INTO "tournaments_confirmation" VALUES(9,'2026-11-24 18:21:32.883250',1,NULL,9,'','');
INSERT INTO "tournaments_confirmation" VALUES(10,'2026-11-24 18:21:33.266620',1,NULL,10,'','');
INSERT INTO "tournaments_confirmation" VALUES(11,'2026-11-24 18:21:33.339377',1,NULL,11,'','');
INSERT INTO "tournaments_confirmation" VALUES(12,'2026-11-24 18:21:33.430184',1,NULL,12,'','');
INSERT INTO "tournaments_confirmation" VALUES(13,'2026-11-24 18:21:36.214815',1,NULL,13,'','');
INSERT INTO "tournaments_confirmation" VALUES(14,'2026-11-24 18:21:36.244248',1,NULL,14,'','');
INSERT INTO "tournaments_confirmation" VALUES(15,'2026-11-24 18:21:36.267875',1,NULL,15,'','');
INSERT INTO "tournaments_confirmation" VALUES(16,'2026-11-24 18:21:36.301416',1,NULL,16,'','');
CREATE TABLE "tournaments_email" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "address" varchar(254) NOT NULL, "kind" varchar(20) NOT NULL, "state" varchar(10) NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "error" varchar(300) NOT NULL, "created_at" datetime NOT NULL, "send_after" datetime NOT NULL, "sent_at" datetime NULL, "application_id" bigint NULL REFERENCES "tournaments_application" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "mailing_id" bigint NULL REFERENCES "tournaments_mailing" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "email_to_one_person" CHECK ((("application_id" IS NOT NULL OR "entry_id" IS NOT NULL) AND 1 = (CASE WHEN "application_id" IS NOT NULL THEN 1 ELSE 0 END + CASE WHEN "entry_id" IS NOT NULL THEN 1 ELSE 0 END))));
CREATE TABLE "tournaments_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "family_name" varchar(80) NOT NULL, "given_name" varchar(80) NOT NULL, "native_name" varchar(120) NOT NULL, "romanised_name" varchar(160) NOT NULL, "country" varchar(60) NOT NULL, "club" varchar(120) NOT NULL, "team_id" bigint NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, "ema_number" varchar(8) NULL, "account_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "status" varchar(10) NOT NULL, "from_round" smallint unsigned NOT NULL CHECK ("from_round" >= 0), "dropped_from_round" smallint unsigned NULL CHECK ("dropped_from_round" >= 0), "note" text NOT NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "created_at" datetime NOT NULL, "house" bool NOT NULL, "answers" text NOT NULL CHECK ((JSON_VALID("answers") OR "answers" IS NULL)), "categories" text NOT NULL CHECK ((JSON_VALID("categories") OR "categories" IS NULL)), "search_key" text NOT NULL, "country_code" varchar(3) NOT NULL, "folded_name" text NOT NULL, "substitute_for_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "entry_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "entry_ema_number_once" UNIQUE ("tournament_id", "ema_number"), CONSTRAINT "entry_account_once" UNIQUE ("tournament_id", "account_id"), CONSTRAINT "entry_number_positive" CHECK ("number" >= 1), CONSTRAINT "entry_ema_number_eight_digits" CHECK (("ema_number" IS NULL OR "ema_number" REGEXP '^[0-9]{8}$')), CONSTRAINT "entry_has_a_name" CHECK ((NOT ("family_name" = '') OR NOT ("given_name" = '') OR NOT ("native_name" = '') OR NOT ("romanised_name" = ''))), CONSTRAINT "entry_dropped_since_when" CHECK ((("dropped_from_round" IS NOT NULL AND "status" = 'dropped') OR (NOT ("status" = 'dropped') AND "dropped_from_round" IS NULL))), CONSTRAINT "entry_substitute_for_whom" CHECK ((NOT ("status" = 'substitute') OR "substitute_for_id" IS NOT NULL)), CONSTRAINT "entry_country_code_known" CHECK ("country_code" REGEXP '^([A-Z]{2,3}|-)?$'));
INSERT INTO "tournaments_entry" VALUES(1,1,1,'Family01','Given01','山田 花子','','JPN','Ikkan & Söhne',1,'15826780',NULL,'checked_in',1,NULL,'tabs are not, “quotes” are allowed','{}','2026-11-24 18:21:15.049183',0,'{}','[]','family01 given01 山田 花子 jpn ikkan sohne','JP','family01 given01',NULL);
INSERT INTO "tournaments_entry" VALUES(2,1,2,'Family02','Given02','','','','',1,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:15.049205',0,'{}','[]','family02 given02','','family02 given02',NULL);
INSERT INTO "tournaments_entry" VALUES(3,1,3,'Family03','Given03','','','','',2,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:15.049221',0,'{}','[]','family03 given03','','family03 given03',NULL);
INSERT INTO "tournaments_entry" VALUES(4,1,4,'Family04','Given04','','','','',2,NULL,NULL,'dropped',1,2,'','{}','2026-11-24 18:21:15.049236',0,'{}','[]','family04 given04','','family04 given04',NULL);
INSERT INTO "tournaments_entry" VALUES(5,1,5,'Family05','Given05','','','','',3,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:15.049252',0,'{}','[]','family05 given05','','family05 given05',NULL);
INSERT INTO "tournaments_entry" VALUES(6,1,6,'Family06','Given06','','','','',3,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:15.049266',0,'{}','[]','family06 given06','','family06 given06',NULL);
INSERT INTO "tournaments_entry" VALUES(7,1,7,'Family07','Given07','','','','',4,NULL,NULL,'dropped',1,2,'','{}','2026-11-24 18:21:15.049280',0,'{}','[]','family07 given07','','family07 given07',NULL);
INSERT INTO "tournaments_entry" VALUES(8,1,8,'Family08','Given08','','','','',4,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:15.049293',0,'{}','[]','family08 given08','','family08 given08',NULL);
INSERT INTO "tournaments_entry" VALUES(9,1,9,'Stand-in 7','','','','','',4,NULL,NULL,'substitute',2,NULL,'','{}','2026-11-24 18:21:20.824603',0,'{}','[]','stand in 7','','7 in stand',7);
INSERT INTO "tournaments_entry" VALUES(10,1,10,'Stand-in 4','','','','','',2,NULL,NULL,'substitute',2,NULL,'','{}','2026-11-24 18:21:21.035765',0,'{}','[]','stand in 4','','4 in stand',4);
INSERT INTO "tournaments_entry" VALUES(11,1,11,'Late','Anna','','','','',NULL,NULL,NULL,'waiting',2,NULL,'','{}','2026-11-24 18:21:21.223277',0,'{}','[]','late anna','','anna late',NULL);
INSERT INTO "tournaments_entry" VALUES(12,2,1,'Family01','Given01','山田 花子','','JPN','Ikkan & Söhne',5,'98780219',NULL,'checked_in',1,NULL,'tabs are not, “quotes” are allowed','{}','2026-11-24 18:21:32.109108',0,'{}','[]','family01 given01 山田 花子 jpn ikkan sohne','JP','family01 given01',NULL);
INSERT INTO "tournaments_entry" VALUES(13,2,2,'Family02','Given02','','','','',5,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:32.109201',0,'{}','[]','family02 given02','','family02 given02',NULL);
INSERT INTO "tournaments_entry" VALUES(14,2,3,'Family03','Given03','','','','',6,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:32.109218',0,'{}','[]','family03 given03','','family03 given03',NULL);
INSERT INTO "tournaments_entry" VALUES(15,2,4,'Family04','Given04','','','','',6,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:32.109235',0,'{}','[]','family04 given04','','family04 given04',NULL);
INSERT INTO "tournaments_entry" VALUES(16,2,5,'Family05','Given05','','','','',7,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:32.109249',0,'{}','[]','family05 given05','','family05 given05',NULL);
INSERT INTO "tournaments_entry" VALUES(17,2,6,'Family06','Given06','','','','',7,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:32.109264',0,'{}','[]','family06 given06','','family06 given06',NULL);
INSERT INTO "tournaments_entry" VALUES(18,2,7,'Family07','Given07','','','','',8,NULL,NULL,'dropped',1,2,'','{}','2026-11-24 18:21:32.109279',0,'{}','[]','family07 given07','','family07 given07',NULL);
INSERT INTO "tournaments_entry" VALUES(19,2,8,'Family08','Given08','','','','',8,NULL,NULL,'dropped',1,2,'','{}','2026-11-24 18:21:32.109294',0,'{}','[]','family08 given08','','family08 given08',NULL);
INSERT INTO "tournaments_entry" VALUES(20,2,9,'Stand-in 7','','','','','',8,NULL,NULL,'substitute',2,NULL,'','{}','2026-11-24 18:21:32.980341',0,'{}','[]','stand in 7','','7 in stand',18);
INSERT INTO "tournaments_entry" VALUES(21,2,10,'Stand-in 8','','','','','',8,NULL,NULL,'substitute',2,NULL,'','{}','2026-11-24 18:21:33.085556',0,'{}','[]','stand in 8','','8 in stand',19);
INSERT INTO "tournaments_entry" VALUES(22,2,11,'Late','Anna','','','','',NULL,NULL,NULL,'waiting',2,NULL,'','{}','2026-11-24 18:21:33.176093',0,'{}','[]','late anna','','anna late',NULL);
INSERT INTO "tournaments_entry" VALUES(23,3,1,'Family01','Given01','','','','',9,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050303',0,'{}','[]','family01 given01','','family01 given01',NULL);
INSERT INTO "tournaments_entry" VALUES(24,3,2,'Family02','Given02','','','','',9,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050322',0,'{}','[]','family02 given02','','family02 given02',NULL);
INSERT INTO "tournaments_entry" VALUES(25,3,3,'Family03','Given03','','','','',9,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050337',0,'{}','[]','family03 given03','','family03 given03',NULL);
INSERT INTO "tournaments_entry" VALUES(26,3,4,'Family04','Given04','','','','',9,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050351',0,'{}','[]','family04 given04','','family04 given04',NULL);
INSERT INTO "tournaments_entry" VALUES(27,3,5,'Family05','Given05','','','','',10,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050366',0,'{}','[]','family05 given05','','family05 given05',NULL);
INSERT INTO "tournaments_entry" VALUES(28,3,6,'Family06','Given06','','','','',10,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050380',0,'{}','[]','family06 given06','','family06 given06',NULL);
INSERT INTO "tournaments_entry" VALUES(29,3,7,'Family07','Given07','','','','',10,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050394',0,'{}','[]','family07 given07','','family07 given07',NULL);
INSERT INTO "tournaments_entry" VALUES(30,3,8,'Family08','Given08','','','','',10,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050408',0,'{}','[]','family08 given08','','family08 given08',NULL);
INSERT INTO "tournaments_entry" VALUES(31,3,9,'Family09','Given09','','','','',11,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050421',0,'{}','[]','family09 given09','','family09 given09',NULL);
INSERT INTO "tournaments_entry" VALUES(32,3,10,'Family10','Given10','','','','',11,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050435',0,'{}','[]','family10 given10','','family10 given10',NULL);
INSERT INTO "tournaments_entry" VALUES(33,3,11,'Family11','Given11','','','','',11,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050449',0,'{}','[]','family11 given11','','family11 given11',NULL);
INSERT INTO "tournaments_entry" VALUES(34,3,12,'Family12','Given12','','','','',11,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050463',0,'{}','[]','family12 given12','','family12 given12',NULL);
INSERT INTO "tournaments_entry" VALUES(35,3,13,'Family13','Given13','','','','',12,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050476',0,'{}','[]','family13 given13','','family13 given13',NULL);
INSERT INTO "tournaments_entry" VALUES(36,3,14,'Family14','Given14','','','','',12,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050490',0,'{}','[]','family14 given14','','family14 given14',NULL);
INSERT INTO "tournaments_entry" VALUES(37,3,15,'Family15','Given15','','','','',12,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050504',0,'{}','[]','family15 given15','','family15 given15',NULL);
INSERT INTO "tournaments_entry" VALUES(38,3,16,'Family16','Given16','','','','',12,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:35.050518',0,'{}','[]','family16 given16','','family16 given16',NULL);
INSERT INTO "tournaments_entry" VALUES(39,4,1,'Family01','Given01','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118737',0,'{}','[]','family01 given01','','family01 given01',NULL);
INSERT INTO "tournaments_entry" VALUES(40,4,2,'Family02','Given02','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118756',0,'{}','[]','family02 given02','','family02 given02',NULL);
INSERT INTO "tournaments_entry" VALUES(41,4,3,'Family03','Given03','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118772',0,'{}','[]','family03 given03','','family03 given03',NULL);
INSERT INTO "tournaments_entry" VALUES(42,4,4,'Family04','Given04','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118786',0,'{}','[]','family04 given04','','family04 given04',NULL);
INSERT INTO "tournaments_entry" VALUES(43,4,5,'Family05','Given05','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118800',0,'{}','[]','family05 given05','','family05 given05',NULL);
INSERT INTO "tournaments_entry" VALUES(44,4,6,'Family06','Given06','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118815',0,'{}','[]','family06 given06','','family06 given06',NULL);
INSERT INTO "tournaments_entry" VALUES(45,4,7,'Family07','Given07','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118831',0,'{}','[]','family07 given07','','family07 given07',NULL);
INSERT INTO "tournaments_entry" VALUES(46,4,8,'Family08','Given08','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118845',0,'{}','[]','family08 given08','','family08 given08',NULL);
INSERT INTO "tournaments_entry" VALUES(47,4,9,'Family09','Given09','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118859',0,'{}','[]','family09 given09','','family09 given09',NULL);
INSERT INTO "tournaments_entry" VALUES(48,4,10,'Family10','Given10','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118873',0,'{}','[]','family10 given10','','family10 given10',NULL);
INSERT INTO "tournaments_entry" VALUES(49,4,11,'Family11','Given11','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118889',0,'{}','[]','family11 given11','','family11 given11',NULL);
INSERT INTO "tournaments_entry" VALUES(50,4,12,'Family12','Given12','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118903',0,'{}','[]','family12 given12','','family12 given12',NULL);
INSERT INTO "tournaments_entry" VALUES(51,4,13,'Family13','Given13','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118917',0,'{}','[]','family13 given13','','family13 given13',NULL);
INSERT INTO "tournaments_entry" VALUES(52,4,14,'Family14','Given14','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118930',0,'{}','[]','family14 given14','','family14 given14',NULL);
INSERT INTO "tournaments_entry" VALUES(53,4,15,'Family15','Given15','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118943',0,'{}','[]','family15 given15','','family15 given15',NULL);
INSERT INTO "tournaments_entry" VALUES(54,4,16,'Family16','Given16','','','','',NULL,NULL,NULL,'checked_in',1,NULL,'','{}','2026-11-24 18:21:36.118957',0,'{}','[]','family16 given16','','family16 given16',NULL);
CREATE TABLE "tournaments_entryquestion" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "label" varchar(80) NOT NULL, "kind" varchar(8) NOT NULL, "choices" text NOT NULL, "required" bool NOT NULL, "public" bool NOT NULL, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "question_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "question_label_once" UNIQUE ("tournament_id", "label"));
CREATE TABLE "tournaments_evening" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(43) NOT NULL UNIQUE, "is_open" bool NOT NULL, "newcomers" bool NOT NULL, "tournament_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_fee" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "label" varchar(80) NOT NULL, "amount" integer unsigned NOT NULL CHECK ("amount" >= 0), "choice" varchar(500) NOT NULL, "category_id" bigint NULL REFERENCES "tournaments_category" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NULL REFERENCES "tournaments_entryquestion" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "added" bool NOT NULL, "currency" varchar(3) NOT NULL, CONSTRAINT "fee_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "fee_choice_of_question" CHECK (("choice" = '' OR "question_id" IS NOT NULL)));
CREATE TABLE "tournaments_feedesk" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "currency" varchar(3) NOT NULL, "issuer" text NOT NULL, "tournament_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "other_currency" varchar(3) NOT NULL, CONSTRAINT "fee_currencies_differ" CHECK (NOT ("other_currency" = ("currency"))));
CREATE TABLE "tournaments_forfeit" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(12) NOT NULL, "points" integer NOT NULL, "uma" integer NOT NULL, "table_points" smallint NOT NULL, "takes_negative" bool NOT NULL, "chair" varchar(6) NOT NULL, "present" text NOT NULL CHECK ((JSON_VALID("present") OR "present" IS NULL)), "last" bool NOT NULL, "left" text NOT NULL CHECK ((JSON_VALID("left") OR "left" IS NULL)), "reason" text NOT NULL, "clause" varchar(120) NOT NULL, "created_at" datetime NOT NULL, "voided_at" datetime NULL, "author_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "voided_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "void_reason" text NOT NULL, CONSTRAINT "forfeit_kind_known" CHECK ("kind" IN ('session_lost', 'substitute', 'disqualified')), CONSTRAINT "forfeit_session_known" CHECK (("kind" = 'disqualified' OR "round_id" IS NOT NULL)), CONSTRAINT "forfeit_chair_known" CHECK ("chair" IN ('ranked', 'last')), CONSTRAINT "forfeit_has_reason" CHECK (NOT ("reason" = '')), CONSTRAINT "forfeit_void_has_reason" CHECK (("voided_at" IS NULL OR NOT ("void_reason" = ''))));
INSERT INTO "tournaments_forfeit" VALUES(1,'session_lost',-30,0,0,0,'ranked','[]',0,'{}','asleep','','2026-11-24 18:21:22.243928',NULL,2,1,1,1,NULL,'');
INSERT INTO "tournaments_forfeit" VALUES(2,'session_lost',-30,0,0,0,'ranked','[]',0,'{}','asleep','','2026-11-24 18:21:33.686100',NULL,2,12,4,2,NULL,'');
CREATE TABLE "tournaments_gametable" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "name" varchar(20) NOT NULL, "token" varchar(43) NOT NULL UNIQUE, "extra_seconds" integer unsigned NOT NULL CHECK ("extra_seconds" >= 0), "seated_at" datetime NULL, "sheet_in_at" datetime NULL, "entered_at" datetime NULL, "confirmed_at" datetime NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "postponed_to" datetime NULL, CONSTRAINT "table_number_once" UNIQUE ("round_id", "number"), CONSTRAINT "table_number_positive" CHECK ("number" >= 1), CONSTRAINT "table_within_years" CHECK (("postponed_to" IS NULL OR "postponed_to" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00')));
INSERT INTO "tournaments_gametable" VALUES(1,1,1,'','0MlKtoa-14BN0wfRHZ2LSA',60,'2026-11-24 18:21:20.120133','2026-11-24 18:21:20.264464','2026-11-24 18:21:20.264464','2026-11-24 18:21:20.329285','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(2,1,2,'','sm7pQSLuZeCWb80X709dvQ',60,'2026-11-24 18:21:20.120133','2026-11-24 18:21:20.420098','2026-11-24 18:21:20.572608','2026-11-24 18:21:20.657432','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(3,2,1,'','_NuzAEqOSE7-ZojgMckXpw',60,'2026-11-24 18:21:21.307585','2026-11-24 18:21:21.421249','2026-11-24 18:21:21.421249','2026-11-24 18:21:21.454677','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(4,2,2,'','Dp66y3Nj8Dfxa4wIh95ZMQ',60,'2026-11-24 18:21:21.307585','2026-11-24 18:21:21.548989','2026-11-24 18:21:21.714007','2026-11-24 18:21:21.777906','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(5,4,1,'','_U5JP94EnYqJ5TqXC3BClg',60,'2026-11-24 18:21:32.631121','2026-11-24 18:21:32.688771','2026-11-24 18:21:32.688771','2026-11-24 18:21:32.704897','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(6,4,2,'','yazEuUwHqnQBwHXNuG2s5A',60,'2026-11-24 18:21:32.631121','2026-11-24 18:21:32.771862','2026-11-24 18:21:32.864726','2026-11-24 18:21:32.889100','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(7,5,1,'','Ap4BASGukzNoQ5BSXGwpkg',60,'2026-11-24 18:21:33.207112','2026-11-24 18:21:33.256090','2026-11-24 18:21:33.256090','2026-11-24 18:21:33.267722','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(8,5,2,'','uI8kRdZLjwvxG_odlPnR4Q',60,'2026-11-24 18:21:33.207112','2026-11-24 18:21:33.319557','2026-11-24 18:21:33.392882','2026-11-24 18:21:33.431865','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(9,7,1,'','kBbYgNMGAT2Eqx7CDtuumA',0,'2026-11-24 18:21:35.772019',NULL,NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(10,7,2,'','6YqFH_joq69TQWcmfKHdjw',0,'2026-11-24 18:21:35.772019',NULL,NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(11,7,3,'','Wl2O4k8LdoqjeiJxypBnfQ',0,'2026-11-24 18:21:35.772019',NULL,NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(12,7,4,'','0HFO0gY0pUfAFt1dHVIBkA',0,'2026-11-24 18:21:35.772019',NULL,NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(13,11,1,'','gPTmuFaBWKhEiXZYSLrwHw',0,'2026-11-24 18:21:36.197805','2026-11-24 18:21:36.204629','2026-11-24 18:21:36.204629','2026-11-24 18:21:36.216229','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(14,11,2,'','yGw1Llv8F6rlVMe92iiDcA',0,'2026-11-24 18:21:36.197805','2026-11-24 18:21:36.239282','2026-11-24 18:21:36.239282','2026-11-24 18:21:36.250078','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(15,11,3,'','csmc-5d2utmk4fQNZQZ1xg',0,'2026-11-24 18:21:36.197805','2026-11-24 18:21:36.259687','2026-11-24 18:21:36.259687','2026-11-24 18:21:36.273233','{}',NULL);
INSERT INTO "tournaments_gametable" VALUES(16,11,4,'','dop268UwphJrSQwW9KKX6Q',0,'2026-11-24 18:21:36.197805','2026-11-24 18:21:36.291356','2026-11-24 18:21:36.291356','2026-11-24 18:21:36.302738','{}',NULL);
CREATE TABLE "tournaments_handrecord" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "value" integer NULL, "penalties" text NOT NULL CHECK ((JSON_VALID("penalties") OR "penalties" IS NULL)), "more" text NOT NULL CHECK ((JSON_VALID("more") OR "more" IS NULL)), "recorded_at" datetime NOT NULL, "discarder_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "winner_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "seating_id" bigint NULL REFERENCES "tournaments_seating" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" bigint NULL REFERENCES "tournaments_tableresult" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "hand_number_once" UNIQUE ("result_id", "number"), CONSTRAINT "hand_number_positive" CHECK ("number" >= 1), CONSTRAINT "hand_two_players" CHECK (("winner_id" IS NULL OR "discarder_id" IS NULL OR NOT ("winner_id" = ("discarder_id") AND "winner_id" IS NOT NULL AND "discarder_id" IS NOT NULL))));
CREATE TABLE "tournaments_inputplace" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" smallint unsigned NOT NULL CHECK ("place" >= 0), "player" integer unsigned NULL CHECK ("player" >= 0), "team" varchar(20) NOT NULL, "category" smallint unsigned NULL CHECK ("category" >= 0), "group" smallint unsigned NULL CHECK ("group" >= 0), "facts" varchar(16) NOT NULL, "record_id" bigint NOT NULL REFERENCES "tournaments_inputrecord" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "input_place_of_one" CHECK ((("player" IS NOT NULL AND "team" = '') OR ("player" IS NULL AND NOT ("team" = '')))));
CREATE TABLE "tournaments_inputrecord" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "kind" varchar(10) NOT NULL, "paper" varchar(40) NOT NULL, "tables" text NULL CHECK ((JSON_VALID("tables") OR "tables" IS NULL)), "after" smallint unsigned NULL CHECK ("after" >= 0), "lot" varchar(64) NOT NULL, "kept_reason" text NOT NULL, "ended_at" datetime NULL, "made_at" datetime NOT NULL, "made_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "seating_id" bigint NULL REFERENCES "tournaments_seating" ("id") DEFERRABLE INITIALLY DEFERRED, "stage_id" bigint NULL REFERENCES "tournaments_stage" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "input_record_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "input_record_of_one_thing" CHECK ((("after" IS NOT NULL AND "kind" = 'draw' AND "paper" = '' AND "seating_id" IS NOT NULL AND "stage_id" IS NULL) OR ("after" IS NOT NULL AND "kind" = 'cut' AND "paper" = '' AND "seating_id" IS NULL AND "stage_id" IS NOT NULL) OR ("kind" IN ('ceremony', 'federation') AND "paper" = '' AND "seating_id" IS NULL AND "stage_id" IS NULL) OR ("kind" = 'paper' AND "stage_id" IS NULL AND NOT ("paper" = '')))), CONSTRAINT "input_record_tables_of_a_paper" CHECK (("tables" IS NULL OR ("kind" = 'paper' AND "seating_id" IS NOT NULL))));
CREATE TABLE "tournaments_job" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(60) NOT NULL, "state" varchar(10) NOT NULL, "progress" integer unsigned NOT NULL CHECK ("progress" >= 0), "total" integer unsigned NOT NULL CHECK ("total" >= 0), "params" text NOT NULL CHECK ((JSON_VALID("params") OR "params" IS NULL)), "result" varchar(300) NOT NULL, "result_name" varchar(200) NOT NULL, "result_url" varchar(300) NOT NULL, "created_at" datetime NOT NULL, "sent_at" datetime NOT NULL, "heartbeat" datetime NULL, "finished_at" datetime NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "run" char(32) NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "message" text NOT NULL, CONSTRAINT "job_progress_within_total" CHECK ("progress" <= ("total")));
INSERT INTO "tournaments_job" VALUES('a1ad40598ab748668c2da794ac87b224','print','queued',0,0,'{"language": "en", "document": "fallback-pack", "paper": "a4", "round": null, "player": null, "base_url": ""}','','','','2026-11-24 18:21:19.340649','2026-11-24 18:21:19.340657',NULL,NULL,0,NULL,NULL,1,'');
INSERT INTO "tournaments_job" VALUES('cf29e60472cc4d2c87d8e43dcf02964f','backup','queued',0,0,'{"language": "en", "why": "round", "round": 1}','','','','2026-11-24 18:21:20.504618','2026-11-24 18:21:20.504623',NULL,NULL,0,NULL,NULL,1,'');
INSERT INTO "tournaments_job" VALUES('d12de00ca20c413cbe5b9b2e4d805e9c','backup','queued',0,0,'{"language": "en", "why": "round", "round": 2}','','','','2026-11-24 18:21:21.628081','2026-11-24 18:21:21.628085',NULL,NULL,0,NULL,NULL,1,'');
INSERT INTO "tournaments_job" VALUES('164dcd08f10046f0a8042b8cb52b7e33','print','queued',0,0,'{"language": "en", "document": "fallback-pack", "paper": "a4", "round": null, "player": null, "base_url": ""}','','','','2026-11-24 18:21:32.499701','2026-11-24 18:21:32.499705',NULL,NULL,0,NULL,NULL,2,'');
INSERT INTO "tournaments_job" VALUES('2680fa9fc2a64dc8a6c3b4be4353b816','backup','queued',0,0,'{"language": "en", "why": "round", "round": 1}','','','','2026-11-24 18:21:32.816317','2026-11-24 18:21:32.816321',NULL,NULL,0,NULL,NULL,2,'');
INSERT INTO "tournaments_job" VALUES('8ef2b6f5f3ac45838e1259e97af15ffd','backup','queued',0,0,'{"language": "en", "why": "round", "round": 2}','','','','2026-11-24 18:21:33.364313','2026-11-24 18:21:33.364318',NULL,NULL,0,NULL,NULL,2,'');
INSERT INTO "tournaments_job" VALUES('99f59933c8e34718bb95644be6e9f8af','print','queued',0,0,'{"language": "en", "document": "fallback-pack", "paper": "a4", "round": null, "player": null, "base_url": ""}','','','','2026-11-24 18:21:35.736773','2026-11-24 18:21:35.736777',NULL,NULL,0,NULL,NULL,3,'');
INSERT INTO "tournaments_job" VALUES('8aafebb9b61d4f2a8785dde9251547f1','print','queued',0,0,'{"language": "en", "document": "fallback-pack", "paper": "a4", "round": null, "player": null, "base_url": ""}','','','','2026-11-24 18:21:36.175008','2026-11-24 18:21:36.175012',NULL,NULL,0,NULL,NULL,4,'');
INSERT INTO "tournaments_job" VALUES('77cb5a367645489d896dd681ff41b203','backup','queued',0,0,'{"language": "en", "why": "round", "round": 1}','','','','2026-11-24 18:21:36.322546','2026-11-24 18:21:36.322551',NULL,NULL,0,NULL,NULL,4,'');
INSERT INTO "tournaments_job" VALUES('b9bbe8e7f1104f3aa636fc866ce0a17e','seating-proof','done',0,0,'{"language": "en", "draw": 1, "seconds": 60}','','','/t/swiss/manage/draws/1/proof/','2026-11-24 18:21:37.260360','2026-11-24 18:21:37.260365','2026-11-24 18:21:37.278956','2026-11-24 18:21:38.940434',1,'0b456926de374a01a8765eb74bc39430',4,4,'{"template":"No seating of this round under these wishes is cheaper; proven for all tables.","values":{}}');
CREATE TABLE "tournaments_lineup" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "by_captain" bool NOT NULL, "named_at" datetime NOT NULL, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NOT NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "line_up_once" UNIQUE ("round_id", "team_id"));
CREATE TABLE "tournaments_lineupplayer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "line_up_id" bigint NOT NULL REFERENCES "tournaments_lineup" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "line_up_player_once" UNIQUE ("line_up_id", "entry_id"));
CREATE TABLE "tournaments_loan" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "site" varchar(200) NOT NULL, "lent_at" datetime NOT NULL, "keys" text NOT NULL CHECK ((JSON_VALID("keys") OR "keys" IS NULL)), "tournament_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_mailing" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "key" varchar(64) NOT NULL, "groups" text NOT NULL CHECK ((JSON_VALID("groups") OR "groups" IS NULL)), "language" varchar(10) NOT NULL, "subject" varchar(150) NOT NULL, "text" text NOT NULL, "recipients" integer unsigned NOT NULL CHECK ("recipients" >= 0), "created_at" datetime NOT NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "mailing_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "mailing_key_once" UNIQUE ("tournament_id", "key"));
CREATE TABLE "tournaments_membership" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(12) NOT NULL, "created_at" datetime NOT NULL, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "membership_once" UNIQUE ("tournament_id", "user_id", "role"), CONSTRAINT "membership_role_known" CHECK ("role" IN ('director', 'seating', 'scorer', 'referee', 'check_in', 'display')));
INSERT INTO "tournaments_membership" VALUES(1,'director','2026-11-24 18:21:16.645355',1,1);
INSERT INTO "tournaments_membership" VALUES(2,'referee','2026-11-24 18:21:16.645374',2,1);
INSERT INTO "tournaments_membership" VALUES(3,'scorer','2026-11-24 18:21:16.645384',3,1);
INSERT INTO "tournaments_membership" VALUES(4,'seating','2026-11-24 18:21:16.645391',4,1);
INSERT INTO "tournaments_membership" VALUES(5,'check_in','2026-11-24 18:21:16.645398',5,1);
INSERT INTO "tournaments_membership" VALUES(6,'display','2026-11-24 18:21:16.645405',6,1);
INSERT INTO "tournaments_membership" VALUES(7,'director','2026-11-24 18:21:32.111565',1,2);
INSERT INTO "tournaments_membership" VALUES(8,'referee','2026-11-24 18:21:32.111575',2,2);
INSERT INTO "tournaments_membership" VALUES(9,'scorer','2026-11-24 18:21:32.111581',3,2);
INSERT INTO "tournaments_membership" VALUES(10,'seating','2026-11-24 18:21:32.111588',4,2);
INSERT INTO "tournaments_membership" VALUES(11,'check_in','2026-11-24 18:21:32.111594',5,2);
INSERT INTO "tournaments_membership" VALUES(12,'display','2026-11-24 18:21:32.111600',6,2);
INSERT INTO "tournaments_membership" VALUES(13,'director','2026-11-24 18:21:35.052980',1,3);
INSERT INTO "tournaments_membership" VALUES(14,'referee','2026-11-24 18:21:35.052991',2,3);
INSERT INTO "tournaments_membership" VALUES(15,'scorer','2026-11-24 18:21:35.052999',3,3);
INSERT INTO "tournaments_membership" VALUES(16,'seating','2026-11-24 18:21:35.053004',4,3);
INSERT INTO "tournaments_membership" VALUES(17,'check_in','2026-11-24 18:21:35.053010',5,3);
INSERT INTO "tournaments_membership" VALUES(18,'display','2026-11-24 18:21:35.053015',6,3);
INSERT INTO "tournaments_membership" VALUES(19,'director','2026-11-24 18:21:35.058844',9,3);
INSERT INTO "tournaments_membership" VALUES(20,'director','2026-11-24 18:21:36.136730',1,4);
INSERT INTO "tournaments_membership" VALUES(21,'referee','2026-11-24 18:21:36.136745',2,4);
INSERT INTO "tournaments_membership" VALUES(22,'scorer','2026-11-24 18:21:36.136753',3,4);
INSERT INTO "tournaments_membership" VALUES(23,'seating','2026-11-24 18:21:36.136759',4,4);
INSERT INTO "tournaments_membership" VALUES(24,'check_in','2026-11-24 18:21:36.136765',5,4);
INSERT INTO "tournaments_membership" VALUES(25,'display','2026-11-24 18:21:36.136771',6,4);
CREATE TABLE "tournaments_mergedentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "values" text NOT NULL CHECK ((JSON_VALID("values") OR "values" IS NULL)), "stays_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "merged_entry_once" UNIQUE ("stays_id", "number"));
CREATE TABLE "tournaments_newestbackup" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(200) NOT NULL, "made_at" datetime NOT NULL, "why" varchar(20) NOT NULL, "machine" varchar(255) NOT NULL, CONSTRAINT "newest_backup_once" CHECK ("id" = 1));
CREATE TABLE "tournaments_payment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "receipt" integer unsigned NULL CHECK ("receipt" >= 0), "kind" varchar(9) NOT NULL, "amount" integer unsigned NOT NULL CHECK ("amount" >= 0), "method" varchar(8) NOT NULL, "made_at" datetime NOT NULL, "voided_at" datetime NULL, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "currency" varchar(3) NOT NULL, "reason" varchar(1000) NOT NULL, CONSTRAINT "payment_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "payment_receipt_once" UNIQUE ("tournament_id", "receipt"), CONSTRAINT "payment_amount_positive" CHECK ("amount" >= 1), CONSTRAINT "payment_method_of_money" CHECK ((("kind" = 'reduction' AND "method" = '' AND "receipt" IS NULL) OR (NOT ("kind" = 'reduction') AND "receipt" IS NOT NULL AND NOT ("method" = '')))), CONSTRAINT "payment_within_years" CHECK (("made_at" IS NULL OR "made_at" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00')));
CREATE TABLE "tournaments_periodictask" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL UNIQUE, "due_at" datetime NOT NULL, "run" char(32) NULL, "seen_at" datetime NULL);
CREATE TABLE "tournaments_playseat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "points" integer NULL, "penalty" integer NOT NULL, "award" smallint unsigned NULL CHECK ("award" >= 0), "left" smallint unsigned NULL CHECK ("left" >= 0), "tail" varchar(200) NOT NULL, "ticked" bool NOT NULL, "board_id" bigint NOT NULL REFERENCES "tournaments_board" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "play_id" bigint NOT NULL REFERENCES "tournaments_boardplay" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "play_seat_once" UNIQUE ("play_id", "seat"), CONSTRAINT "player_meets_board_once" UNIQUE ("board_id", "entry_id"), CONSTRAINT "play_seat_four" CHECK ("seat" <= 3), CONSTRAINT "play_award_is_a_percentage" CHECK (("award" IS NULL OR "award" <= 100)));
INSERT INTO "tournaments_playseat" VALUES(1,0,24,0,NULL,5,'',1,1,34,1);
INSERT INTO "tournaments_playseat" VALUES(2,1,-8,0,NULL,5,'',1,1,37,1);
INSERT INTO "tournaments_playseat" VALUES(3,2,-8,0,NULL,5,'',1,1,29,1);
INSERT INTO "tournaments_playseat" VALUES(4,3,-8,0,NULL,5,'',1,1,24,1);
INSERT INTO "tournaments_playseat" VALUES(5,3,NULL,0,NULL,NULL,'',0,2,34,2);
INSERT INTO "tournaments_playseat" VALUES(6,0,NULL,0,NULL,NULL,'',0,2,37,2);
INSERT INTO "tournaments_playseat" VALUES(7,1,NULL,0,NULL,NULL,'',0,2,29,2);
INSERT INTO "tournaments_playseat" VALUES(8,2,NULL,0,NULL,NULL,'',0,2,24,2);
INSERT INTO "tournaments_playseat" VALUES(9,2,NULL,0,NULL,NULL,'',0,3,34,3);
INSERT INTO "tournaments_playseat" VALUES(10,3,NULL,0,NULL,NULL,'',0,3,37,3);
INSERT INTO "tournaments_playseat" VALUES(11,0,NULL,0,NULL,NULL,'',0,3,29,3);
INSERT INTO "tournaments_playseat" VALUES(12,1,NULL,0,NULL,NULL,'',0,3,24,3);
INSERT INTO "tournaments_playseat" VALUES(13,1,NULL,0,NULL,NULL,'',0,17,34,4);
INSERT INTO "tournaments_playseat" VALUES(14,2,NULL,0,NULL,NULL,'',0,17,37,4);
INSERT INTO "tournaments_playseat" VALUES(15,3,NULL,0,NULL,NULL,'',0,17,29,4);
INSERT INTO "tournaments_playseat" VALUES(16,0,NULL,0,NULL,NULL,'',0,17,24,4);
INSERT INTO "tournaments_playseat" VALUES(17,0,-8,0,NULL,5,'',1,1,38,5);
INSERT INTO "tournaments_playseat" VALUES(18,1,32,0,NULL,5,'',1,1,31,5);
INSERT INTO "tournaments_playseat" VALUES(19,2,-16,0,NULL,5,'',1,1,23,5);
INSERT INTO "tournaments_playseat" VALUES(20,3,-8,0,NULL,5,'',1,1,28,5);
INSERT INTO "tournaments_playseat" VALUES(21,3,NULL,0,NULL,NULL,'',0,2,38,6);
INSERT INTO "tournaments_playseat" VALUES(22,0,NULL,0,NULL,NULL,'',0,2,31,6);
INSERT INTO "tournaments_playseat" VALUES(23,1,NULL,0,NULL,NULL,'',0,2,23,6);
INSERT INTO "tournaments_playseat" VALUES(24,2,NULL,0,NULL,NULL,'',0,2,28,6);
INSERT INTO "tournaments_playseat" VALUES(25,2,NULL,0,NULL,NULL,'',0,3,38,7);
INSERT INTO "tournaments_playseat" VALUES(26,3,NULL,0,NULL,NULL,'',0,3,31,7);
INSERT INTO "tournaments_playseat" VALUES(27,0,NULL,0,NULL,NULL,'',0,3,23,7);
INSERT INTO "tournaments_playseat" VALUES(28,1,NULL,0,NULL,NULL,'',0,3,28,7);
INSERT INTO "tournaments_playseat" VALUES(29,1,NULL,0,NULL,NULL,'',0,17,38,8);
INSERT INTO "tournaments_playseat" VALUES(30,2,NULL,0,NULL,NULL,'',0,17,31,8);
INSERT INTO "tournaments_playseat" VALUES(31,3,NULL,0,NULL,NULL,'',0,17,23,8);
INSERT INTO "tournaments_playseat" VALUES(32,0,NULL,0,NULL,NULL,'',0,17,28,8);
INSERT INTO "tournaments_playseat" VALUES(33,0,0,0,NULL,5,'',1,1,30,9);
INSERT INTO "tournaments_playseat" VALUES(34,1,0,0,NULL,5,'',1,1,25,9);
INSERT INTO "tournaments_playseat" VALUES(35,2,0,0,NULL,5,'',1,1,32,9);
INSERT INTO "tournaments_playseat" VALUES(36,3,0,0,NULL,5,'',1,1,36,9);
INSERT INTO "tournaments_playseat" VALUES(37,3,NULL,0,NULL,NULL,'',0,2,30,10);
INSERT INTO "tournaments_playseat" VALUES(38,0,NULL,0,NULL,NULL,'',0,2,25,10);
INSERT INTO "tournaments_playseat" VALUES(39,1,NULL,0,NULL,NULL,'',0,2,32,10);
INSERT INTO "tournaments_playseat" VALUES(40,2,NULL,0,NULL,NULL,'',0,2,36,10);
INSERT INTO "tournaments_playseat" VALUES(41,2,NULL,0,NULL,NULL,'',0,3,30,11);
INSERT INTO "tournaments_playseat" VALUES(42,3,NULL,0,NULL,NULL,'',0,3,25,11);
INSERT INTO "tournaments_playseat" VALUES(43,0,NULL,0,NULL,NULL,'',0,3,32,11);
INSERT INTO "tournaments_playseat" VALUES(44,1,NULL,0,NULL,NULL,'',0,3,36,11);
INSERT INTO "tournaments_playseat" VALUES(45,1,NULL,0,NULL,NULL,'',0,17,30,12);
INSERT INTO "tournaments_playseat" VALUES(46,2,NULL,0,NULL,NULL,'',0,17,25,12);
INSERT INTO "tournaments_playseat" VALUES(47,3,NULL,0,NULL,NULL,'',0,17,32,12);
INSERT INTO "tournaments_playseat" VALUES(48,0,NULL,0,NULL,NULL,'',0,17,36,12);
INSERT INTO "tournaments_playseat" VALUES(49,0,-16,0,NULL,5,'',1,1,26,13);
INSERT INTO "tournaments_playseat" VALUES(50,1,-8,0,NULL,5,'',1,1,27,13);
INSERT INTO "tournaments_playseat" VALUES(51,2,-8,0,NULL,5,'',1,1,35,13);
INSERT INTO "tournaments_playseat" VALUES(52,3,32,0,NULL,5,'',1,1,33,13);
INSERT INTO "tournaments_playseat" VALUES(53,3,NULL,0,NULL,NULL,'',0,2,26,14);
INSERT INTO "tournaments_playseat" VALUES(54,0,NULL,0,NULL,NULL,'',0,2,27,14);
INSERT INTO "tournaments_playseat" VALUES(55,1,NULL,0,NULL,NULL,'',0,2,35,14);
INSERT INTO "tournaments_playseat" VALUES(56,2,NULL,0,NULL,NULL,'',0,2,33,14);
INSERT INTO "tournaments_playseat" VALUES(57,2,NULL,0,NULL,NULL,'',0,3,26,15);
INSERT INTO "tournaments_playseat" VALUES(58,3,NULL,0,NULL,NULL,'',0,3,27,15);
INSERT INTO "tournaments_playseat" VALUES(59,0,NULL,0,NULL,NULL,'',0,3,35,15);
INSERT INTO "tournaments_playseat" VALUES(60,1,NULL,0,NULL,NULL,'',0,3,33,15);
INSERT INTO "tournaments_playseat" VALUES(61,1,NULL,0,NULL,NULL,'',0,17,26,16);
INSERT INTO "tournaments_playseat" VALUES(62,2,NULL,0,NULL,NULL,'',0,17,27,16);
INSERT INTO "tournaments_playseat" VALUES(63,3,NULL,0,NULL,NULL,'',0,17,35,16);
INSERT INTO "tournaments_playseat" VALUES(64,0,NULL,0,NULL,NULL,'',0,17,33,16);
CREATE TABLE "tournaments_portrait" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "picture" BLOB NOT NULL, "width" smallint unsigned NOT NULL CHECK ("width" >= 0), "height" smallint unsigned NOT NULL CHECK ("height" >= 0), "digest" varchar(64) NOT NULL, "added_at" datetime NOT NULL, "entry_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_presence" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "day" date NOT NULL, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "presence_within_years" CHECK (("day" IS NULL OR "day" BETWEEN '1900-01-01' AND '2200-12-31')), CONSTRAINT "presence_once" UNIQUE ("day", "entry_id"));
CREATE TABLE "tournaments_publicfile" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(32) NOT NULL UNIQUE, "kind" varchar(20) NOT NULL, "params" text NOT NULL CHECK ((JSON_VALID("params") OR "params" IS NULL)), "state" varchar(10) NOT NULL, "file" varchar(300) NOT NULL, "error" text NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "asked_at" datetime NOT NULL, "made_at" datetime NULL, "tournament_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_registrationdesk" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "is_open" bool NOT NULL, "closes_at" datetime NULL, "capacity" smallint unsigned NULL CHECK ("capacity" >= 0), "looks_first" bool NOT NULL, "offer_hours" smallint unsigned NOT NULL CHECK ("offer_hours" >= 0), "asks" text NOT NULL CHECK ((JSON_VALID("asks") OR "asks" IS NULL)), "notice" text NOT NULL, "fee" varchar(80) NOT NULL, CONSTRAINT "desk_has_places" CHECK (("capacity" IS NULL OR "capacity" >= 1)), CONSTRAINT "desk_offers_for_a_while" CHECK ("offer_hours" >= 1), CONSTRAINT "desk_within_years" CHECK (("closes_at" IS NULL OR "closes_at" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00')));
CREATE TABLE "tournaments_replayupload" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(32) NOT NULL UNIQUE, "text" text NOT NULL, "created_at" datetime NOT NULL, "expires_at" datetime NOT NULL);
CREATE TABLE "tournaments_resultseat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "order" smallint unsigned NOT NULL CHECK ("order" >= 0), "wind" smallint unsigned NULL CHECK ("wind" >= 0), "points" integer NOT NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" bigint NOT NULL REFERENCES "tournaments_tableresult" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "result_seat_line_once" UNIQUE ("result_id", "order"), CONSTRAINT "result_seat_player_once" UNIQUE ("result_id", "entry_id"), CONSTRAINT "result_seat_wind_once" UNIQUE ("result_id", "wind"), CONSTRAINT "result_seat_four_lines" CHECK ("order" <= 3), CONSTRAINT "result_seat_wind_known" CHECK (("wind" IS NULL OR "wind" <= 3)));
INSERT INTO "tournaments_resultseat" VALUES(1,0,0,189,'{}',1,1);
INSERT INTO "tournaments_resultseat" VALUES(2,1,1,30,'{}',2,1);
INSERT INTO "tournaments_resultseat" VALUES(3,2,2,41,'{}',3,1);
INSERT INTO "tournaments_resultseat" VALUES(4,3,3,-260,'{}',4,1);
INSERT INTO "tournaments_resultseat" VALUES(5,0,0,133,'{}',5,2);
INSERT INTO "tournaments_resultseat" VALUES(6,1,1,-6,'{}',6,2);
INSERT INTO "tournaments_resultseat" VALUES(7,2,2,-93,'{}',7,2);
INSERT INTO "tournaments_resultseat" VALUES(8,3,3,-34,'{}',8,2);
INSERT INTO "tournaments_resultseat" VALUES(9,0,0,-152,'{}',5,3);
INSERT INTO "tournaments_resultseat" VALUES(10,1,1,49,'{}',6,3);
INSERT INTO "tournaments_resultseat" VALUES(11,2,2,-186,'{}',7,3);
INSERT INTO "tournaments_resultseat" VALUES(12,3,3,289,'{}',8,3);
INSERT INTO "tournaments_resultseat" VALUES(13,0,0,156,'{}',1,4);
INSERT INTO "tournaments_resultseat" VALUES(14,1,1,28,'{}',2,4);
INSERT INTO "tournaments_resultseat" VALUES(15,2,2,-64,'{}',3,4);
INSERT INTO "tournaments_resultseat" VALUES(16,3,3,-120,'{}',10,4);
INSERT INTO "tournaments_resultseat" VALUES(17,0,0,169,'{}',5,5);
INSERT INTO "tournaments_resultseat" VALUES(18,1,1,-83,'{}',6,5);
INSERT INTO "tournaments_resultseat" VALUES(19,2,2,102,'{}',9,5);
INSERT INTO "tournaments_resultseat" VALUES(20,3,3,-188,'{}',8,5);
INSERT INTO "tournaments_resultseat" VALUES(21,0,0,-148,'{}',5,6);
INSERT INTO "tournaments_resultseat" VALUES(22,1,1,-38,'{}',6,6);
INSERT INTO "tournaments_resultseat" VALUES(23,2,2,-185,'{}',9,6);
INSERT INTO "tournaments_resultseat" VALUES(24,3,3,371,'{}',8,6);
INSERT INTO "tournaments_resultseat" VALUES(25,0,0,22800,'{}',12,7);
INSERT INTO "tournaments_resultseat" VALUES(26,1,1,41000,'{}',13,7);
INSERT INTO "tournaments_resultseat" VALUES(27,2,2,20800,'{}',14,7);
INSERT INTO "tournaments_resultseat" VALUES(28,3,3,35400,'{}',15,7);
INSERT INTO "tournaments_resultseat" VALUES(29,0,0,41000,'{}',16,8);
INSERT INTO "tournaments_resultseat" VALUES(30,1,1,11800,'{}',17,8);
INSERT INTO "tournaments_resultseat" VALUES(31,2,2,39700,'{}',18,8);
INSERT INTO "tournaments_resultseat" VALUES(32,3,3,27500,'{}',19,8);
INSERT INTO "tournaments_resultseat" VALUES(33,0,0,44800,'{}',16,9);
INSERT INTO "tournaments_resultseat" VALUES(34,1,1,18100,'{}',17,9);
INSERT INTO "tournaments_resultseat" VALUES(35,2,2,32000,'{}',18,9);
INSERT INTO "tournaments_resultseat" VALUES(36,3,3,25100,'{}',19,9);
INSERT INTO "tournaments_resultseat" VALUES(37,0,0,29000,'{}',12,10);
INSERT INTO "tournaments_resultseat" VALUES(38,1,1,37800,'{}',13,10);
INSERT INTO "tournaments_resultseat" VALUES(39,2,2,32700,'{}',14,10);
INSERT INTO "tournaments_resultseat" VALUES(40,3,3,20500,'{}',15,10);
INSERT INTO "tournaments_resultseat" VALUES(41,0,0,35700,'{}',16,11);
INSERT INTO "tournaments_resultseat" VALUES(42,1,1,23700,'{}',17,11);
INSERT INTO "tournaments_resultseat" VALUES(43,2,2,11800,'{}',20,11);
INSERT INTO "tournaments_resultseat" VALUES(44,3,3,48800,'{}',21,11);
INSERT INTO "tournaments_resultseat" VALUES(45,0,0,11400,'{}',16,12);
INSERT INTO "tournaments_resultseat" VALUES(46,1,1,28600,'{}',17,12);
INSERT INTO "tournaments_resultseat" VALUES(47,2,2,33800,'{}',20,12);
INSERT INTO "tournaments_resultseat" VALUES(48,3,3,46200,'{}',21,12);
INSERT INTO "tournaments_resultseat" VALUES(49,0,0,60,'{}',39,13);
INSERT INTO "tournaments_resultseat" VALUES(50,1,1,20,'{}',40,13);
INSERT INTO "tournaments_resultseat" VALUES(51,2,2,-30,'{}',41,13);
INSERT INTO "tournaments_resultseat" VALUES(52,3,3,-50,'{}',42,13);
INSERT INTO "tournaments_resultseat" VALUES(53,0,0,10,'{}',43,14);
INSERT INTO "tournaments_resultseat" VALUES(54,1,1,10,'{}',44,14);
INSERT INTO "tournaments_resultseat" VALUES(55,2,2,-8,'{}',45,14);
INSERT INTO "tournaments_resultseat" VALUES(56,3,3,-12,'{}',46,14);
INSERT INTO "tournaments_resultseat" VALUES(57,0,0,40,'{}',47,15);
INSERT INTO "tournaments_resultseat" VALUES(58,1,1,8,'{}',48,15);
INSERT INTO "tournaments_resultseat" VALUES(59,2,2,-8,'{}',49,15);
INSERT INTO "tournaments_resultseat" VALUES(60,3,3,-40,'{}',50,15);
INSERT INTO "tournaments_resultseat" VALUES(61,0,0,30,'{}',51,16);
INSERT INTO "tournaments_resultseat" VALUES(62,1,1,10,'{}',52,16);
INSERT INTO "tournaments_resultseat" VALUES(63,2,2,-10,'{}',53,16);
INSERT INTO "tournaments_resultseat" VALUES(64,3,3,-30,'{}',54,16);
CREATE TABLE "tournaments_round" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "stage_id" bigint NOT NULL REFERENCES "tournaments_stage" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "day" date NULL, "starts_at" datetime NULL, "minutes" smallint unsigned NOT NULL CHECK ("minutes" >= 0), "state" varchar(10) NOT NULL, "ruleset_id" bigint NULL REFERENCES "tournaments_rulesetversion" ("id") DEFERRABLE INITIALLY DEFERRED, "released_at" datetime NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "annulled_at" datetime NULL, CONSTRAINT "round_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "round_number_positive" CHECK ("number" >= 1), CONSTRAINT "round_state_known" CHECK ("state" IN ('planned', 'published', 'playing', 'finished')), CONSTRAINT "round_within_years" CHECK ((("day" IS NULL OR "day" BETWEEN '1900-01-01' AND '2200-12-31') AND ("starts_at" IS NULL OR "starts_at" BETWEEN '1900-01-01 00:00:00' AND '2200-12-31 00:00:00'))), CONSTRAINT "round_annulled_is_over" CHECK (("annulled_at" IS NULL OR ("released_at" IS NULL AND "state" = 'finished'))));
INSERT INTO "tournaments_round" VALUES(1,1,1,1,NULL,NULL,90,'finished',1,'2026-11-24 18:21:22.434660','{}',NULL);
INSERT INTO "tournaments_round" VALUES(2,1,1,2,NULL,NULL,90,'finished',1,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(3,1,2,3,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(4,2,3,1,NULL,NULL,90,'finished',2,'2026-11-24 18:21:33.827636','{}',NULL);
INSERT INTO "tournaments_round" VALUES(5,2,3,2,NULL,NULL,90,'finished',2,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(6,2,4,3,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(7,3,5,1,NULL,NULL,90,'playing',3,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(8,3,5,2,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(9,3,5,3,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(10,3,5,4,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(11,4,6,1,NULL,NULL,90,'finished',4,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(12,4,6,2,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(13,4,6,3,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
INSERT INTO "tournaments_round" VALUES(14,4,6,4,NULL,NULL,90,'planned',NULL,NULL,'{}',NULL);
CREATE TABLE "tournaments_roundclock" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "started_at" datetime NOT NULL, "ends_at" datetime NULL, "paused_at" datetime NULL, "remaining_seconds" integer NULL, "warning_seconds" integer unsigned NOT NULL CHECK ("warning_seconds" >= 0), "ended_at" datetime NULL, "round_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "clock_runs_or_is_paused" CHECK ((("ends_at" IS NOT NULL AND "paused_at" IS NULL AND "remaining_seconds" IS NULL) OR ("ends_at" IS NULL AND "paused_at" IS NOT NULL AND "remaining_seconds" IS NOT NULL))));
INSERT INTO "tournaments_roundclock" VALUES(1,'2026-11-24 18:21:20.149009','2026-11-24 20:00:47.149009',NULL,NULL,900,'2026-11-24 18:21:20.758008',1);
INSERT INTO "tournaments_roundclock" VALUES(2,'2026-11-24 18:21:21.308078','2026-11-24 19:52:23.308078',NULL,NULL,900,'2026-11-24 18:21:21.851600',2);
INSERT INTO "tournaments_roundclock" VALUES(3,'2026-11-24 18:21:32.631801','2026-11-24 19:57:47.631801',NULL,NULL,900,'2026-11-24 18:21:32.933705',4);
INSERT INTO "tournaments_roundclock" VALUES(4,'2026-11-24 18:21:33.207515','2026-11-24 20:01:14.207515',NULL,NULL,900,'2026-11-24 18:21:33.485744',5);
INSERT INTO "tournaments_roundclock" VALUES(5,'2026-11-24 18:21:35.772571','2026-11-24 19:51:35.772571',NULL,NULL,900,NULL,7);
INSERT INTO "tournaments_roundclock" VALUES(6,'2026-11-24 18:21:36.198458','2026-11-24 19:51:36.198458',NULL,NULL,900,'2026-11-24 18:21:36.355136',11);
CREATE TABLE "tournaments_rulesetversion" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "preset" varchar(60) NOT NULL, "parameters" text NOT NULL CHECK ((JSON_VALID("parameters") OR "parameters" IS NULL)), "match_scoring" text NOT NULL CHECK ((JSON_VALID("match_scoring") OR "match_scoring" IS NULL)), "tie_breaks" text NOT NULL CHECK ((JSON_VALID("tie_breaks") OR "tie_breaks" IS NULL)), "substitute_policy" text NOT NULL CHECK ((JSON_VALID("substitute_policy") OR "substitute_policy" IS NULL)), "reason" text NOT NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "created_at" datetime NOT NULL, "frozen_at" datetime NULL, "house_rules" text NOT NULL CHECK ((JSON_VALID("house_rules") OR "house_rules" IS NULL)), "former_options" text NOT NULL CHECK ((JSON_VALID("former_options") OR "former_options" IS NULL)), CONSTRAINT "ruleset_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "ruleset_change_has_reason" CHECK (("number" = 1 OR NOT ("reason" = ''))));
INSERT INTO "tournaments_rulesetversion" VALUES(1,1,1,'mcr-2006','{}','{"start_points": 0, "return_points": 0, "divisor": 1, "table_points": [4, 2, 1, 0], "uma": [], "oka": 0, "leftover": "lost", "fines": "before", "ties": "share", "rounding": "exact"}','["table_points", "total"]','{}','',NULL,'2026-11-24 18:21:15.041719','2026-11-24 18:21:20.093409','[]','{}');
INSERT INTO "tournaments_rulesetversion" VALUES(2,2,1,'riichi-wrc','{}','{"start_points": 30000, "return_points": 30000, "divisor": 1000, "table_points": [], "uma": [15, 5, -5, -15], "oka": 0, "leftover": "lost", "fines": "after", "ties": "share", "rounding": "exact"}','["total"]','{}','',NULL,'2026-11-24 18:21:32.089191','2026-11-24 18:21:32.607852','[]','{"dead_hand_bet": "returned_if_invalid"}');
INSERT INTO "tournaments_rulesetversion" VALUES(3,3,1,'mcr-2006','{}','{"start_points": 0, "table_points": [4, 2, 1, 0]}','["table_points", "total"]','{}','',NULL,'2026-11-24 18:21:35.049180','2026-11-24 18:21:35.769805','[]','{}');
INSERT INTO "tournaments_rulesetversion" VALUES(4,4,1,'mcr-2006','{}','{"start_points": 0, "table_points": [4, 2, 1, 0]}','["table_points", "total"]','{}','',NULL,'2026-11-24 18:21:36.117933','2026-11-24 18:21:36.191037','[]','{}');
CREATE TABLE "tournaments_scoreline" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "hand" smallint unsigned NULL CHECK ("hand" >= 0), "scope" varchar(8) NOT NULL, "unit" varchar(12) NOT NULL, "kind" varchar(12) NOT NULL, "amount_numerator" bigint NOT NULL, "amount_denominator" integer unsigned NOT NULL CHECK ("amount_denominator" >= 0), "reason" text NOT NULL, "clause" varchar(120) NOT NULL, "created_at" datetime NOT NULL, "voided_at" datetime NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "author_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "voided_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" bigint NULL REFERENCES "tournaments_tableresult" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "void_reason" text NOT NULL, CONSTRAINT "score_line_for_one" CHECK ((("entry_id" IS NOT NULL AND "team_id" IS NULL) OR ("entry_id" IS NULL AND "team_id" IS NOT NULL))), CONSTRAINT "score_line_amount_divides" CHECK ("amount_denominator" >= 1), CONSTRAINT "score_line_void_has_reason" CHECK (("voided_at" IS NULL OR NOT ("void_reason" = ''))), CONSTRAINT "score_line_has_reason" CHECK (("kind" = 'result' OR NOT ("reason" = ''))), CONSTRAINT "score_line_hand_known" CHECK ((NOT ("scope" = 'hand') OR ("hand" IS NOT NULL AND "table_id" IS NOT NULL))), CONSTRAINT "score_line_table_known" CHECK ((NOT ("scope" = 'table') OR "table_id" IS NOT NULL)));
INSERT INTO "tournaments_scoreline" VALUES(1,NULL,'table','score','result',189,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{"points": 189, "uma": 0, "place": 1, "shared": false}',NULL,1,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(2,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{}',NULL,1,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(3,NULL,'table','score','result',30,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{"points": 30, "uma": 0, "place": 3, "shared": false}',NULL,2,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(4,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{}',NULL,2,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(5,NULL,'table','score','result',41,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{"points": 41, "uma": 0, "place": 2, "shared": false}',NULL,3,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(6,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{}',NULL,3,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(7,NULL,'table','score','result',-260,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{"points": -260, "uma": 0, "place": 4, "shared": false}',NULL,4,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(8,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:20.357406','2026-11-24 18:21:22.061408','{}',NULL,4,1,1,2,1,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":"phone"}}');
INSERT INTO "tournaments_scoreline" VALUES(9,NULL,'table','score','result',133,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{"points": 133, "uma": 0, "place": 1, "shared": false}',NULL,5,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(10,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{}',NULL,5,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(11,NULL,'table','score','result',-6,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{"points": -6, "uma": 0, "place": 2, "shared": false}',NULL,6,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(12,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{}',NULL,6,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(13,NULL,'table','score','result',-93,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{"points": -93, "uma": 0, "place": 4, "shared": false}',NULL,7,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(14,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{}',NULL,7,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(15,NULL,'table','score','result',-34,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{"points": -34, "uma": 0, "place": 3, "shared": false}',NULL,8,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(16,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:20.470557','2026-11-24 18:21:20.657081','{}',NULL,8,1,2,1,2,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(17,NULL,'table','score','result',-152,1,'','','2026-11-24 18:21:20.659459',NULL,'{"points": -152, "uma": 0, "place": 3, "shared": false}',NULL,5,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(18,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:20.659459',NULL,'{}',NULL,5,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(19,NULL,'table','score','result',49,1,'','','2026-11-24 18:21:20.659459',NULL,'{"points": 49, "uma": 0, "place": 2, "shared": false}',NULL,6,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(20,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:20.659459',NULL,'{}',NULL,6,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(21,NULL,'table','score','result',-186,1,'','','2026-11-24 18:21:20.659459',NULL,'{"points": -186, "uma": 0, "place": 4, "shared": false}',NULL,7,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(22,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:20.659459',NULL,'{}',NULL,7,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(23,NULL,'table','score','result',289,1,'','','2026-11-24 18:21:20.659459',NULL,'{"points": 289, "uma": 0, "place": 1, "shared": false}',NULL,8,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(24,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:20.659459',NULL,'{}',NULL,8,1,2,NULL,3,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(25,NULL,'table','score','result',156,1,'','','2026-11-24 18:21:21.479254',NULL,'{"points": 156, "uma": 0, "place": 1, "shared": false}',NULL,1,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(26,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:21.479254',NULL,'{}',NULL,1,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(27,NULL,'table','score','result',28,1,'','','2026-11-24 18:21:21.479254',NULL,'{"points": 28, "uma": 0, "place": 2, "shared": false}',NULL,2,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(28,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:21.479254',NULL,'{}',NULL,2,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(29,NULL,'table','score','result',-64,1,'','','2026-11-24 18:21:21.479254',NULL,'{"points": -64, "uma": 0, "place": 3, "shared": false}',NULL,3,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(30,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:21.479254',NULL,'{}',NULL,3,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(31,NULL,'table','score','result',-120,1,'','','2026-11-24 18:21:21.479254',NULL,'{"points": -120, "uma": 0, "place": 4, "shared": false}',NULL,10,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(32,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:21.479254',NULL,'{}',NULL,10,2,3,NULL,4,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(33,NULL,'table','score','result',169,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{"points": 169, "uma": 0, "place": 1, "shared": false}',NULL,5,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(34,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{}',NULL,5,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(35,NULL,'table','score','result',-83,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{"points": -83, "uma": 0, "place": 3, "shared": false}',NULL,6,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(36,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{}',NULL,6,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(37,NULL,'table','score','result',102,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{"points": 102, "uma": 0, "place": 2, "shared": false}',NULL,9,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(38,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{}',NULL,9,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(39,NULL,'table','score','result',-188,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{"points": -188, "uma": 0, "place": 4, "shared": false}',NULL,8,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(40,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:21.603352','2026-11-24 18:21:21.777662','{}',NULL,8,2,4,1,5,NULL,1,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(41,NULL,'table','score','result',-148,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{"points": -148, "uma": 0, "place": 3, "shared": false}',NULL,5,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(42,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{}',NULL,5,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(43,NULL,'table','score','result',-38,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{"points": -38, "uma": 0, "place": 2, "shared": false}',NULL,6,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(44,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{}',NULL,6,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(45,NULL,'table','score','result',-185,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{"points": -185, "uma": 0, "place": 4, "shared": false}',NULL,9,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(46,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{}',NULL,9,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(47,NULL,'table','score','result',371,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{"points": 371, "uma": 0, "place": 1, "shared": false}',NULL,8,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(48,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:21.779978','2026-11-24 18:21:31.874681','{}',NULL,8,2,4,2,6,NULL,1,'{"template":"Line added: %(reason)s","values":{"reason":{"template":"False win","values":{}}}}');
INSERT INTO "tournaments_scoreline" VALUES(49,NULL,'overall','points','penalty',-20,1,'late, points','','2026-11-24 18:21:21.900092',NULL,'{}',2,1,1,NULL,NULL,NULL,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(50,NULL,'overall','score','penalty',-1,3,'late, score','','2026-11-24 18:21:21.942783',NULL,'{}',2,1,1,NULL,NULL,NULL,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(51,NULL,'overall','table_points','penalty',-1,2,'late, table_points','','2026-11-24 18:21:21.949015',NULL,'{}',2,1,1,NULL,NULL,NULL,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(52,NULL,'table','points','penalty',-4,1,'phone','','2026-11-24 18:21:21.987744','2026-11-24 18:21:22.090996','{}',2,1,1,1,1,NULL,NULL,1,'it was another’s');
INSERT INTO "tournaments_scoreline" VALUES(53,NULL,'table','score','result',185,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{"points": 185, "uma": 0, "place": 1, "shared": false}',NULL,1,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(54,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{}',NULL,1,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(55,NULL,'table','score','result',30,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{"points": 30, "uma": 0, "place": 3, "shared": false}',NULL,2,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(56,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{}',NULL,2,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(57,NULL,'table','score','result',41,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{"points": 41, "uma": 0, "place": 2, "shared": false}',NULL,3,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(58,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{}',NULL,3,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(59,NULL,'table','score','result',-260,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{"points": -260, "uma": 0, "place": 4, "shared": false}',NULL,4,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(60,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:22.061107','2026-11-24 18:21:22.177645','{}',NULL,4,1,1,1,1,NULL,1,'{"template":"Line voided: %(reason)s","values":{"reason":"it was another’s"}}');
INSERT INTO "tournaments_scoreline" VALUES(61,NULL,'table','score','result',189,1,'','','2026-11-24 18:21:22.177182',NULL,'{"points": 189, "uma": 0, "place": 1, "shared": false}',NULL,1,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(62,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:22.177182',NULL,'{}',NULL,1,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(63,NULL,'table','score','result',30,1,'','','2026-11-24 18:21:22.177182',NULL,'{"points": 30, "uma": 0, "place": 3, "shared": false}',NULL,2,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(64,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:22.177182',NULL,'{}',NULL,2,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(65,NULL,'table','score','result',41,1,'','','2026-11-24 18:21:22.177182',NULL,'{"points": 41, "uma": 0, "place": 2, "shared": false}',NULL,3,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(66,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:22.177182',NULL,'{}',NULL,3,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(67,NULL,'table','score','result',-260,1,'','','2026-11-24 18:21:22.177182',NULL,'{"points": -260, "uma": 0, "place": 4, "shared": false}',NULL,4,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(68,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:22.177182',NULL,'{}',NULL,4,1,1,NULL,1,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(69,NULL,'overall','score','bonus',1,1,'found a tile','','2026-11-24 18:21:22.212075',NULL,'{}',1,NULL,NULL,NULL,NULL,NULL,1,1,'');
INSERT INTO "tournaments_scoreline" VALUES(70,1,'table','points','penalty',-10,1,'{"template":"False win","values":{}}','MCR-6.8 points','2026-11-24 18:21:31.828037',NULL,'{}',2,6,2,4,NULL,NULL,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(71,NULL,'table','score','result',-148,1,'','','2026-11-24 18:21:31.874463',NULL,'{"points": -148, "uma": 0, "place": 3, "shared": false}',NULL,5,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(72,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:31.874463',NULL,'{}',NULL,5,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(73,NULL,'table','score','result',-48,1,'','','2026-11-24 18:21:31.874463',NULL,'{"points": -48, "uma": 0, "place": 2, "shared": false}',NULL,6,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(74,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:31.874463',NULL,'{}',NULL,6,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(75,NULL,'table','score','result',-185,1,'','','2026-11-24 18:21:31.874463',NULL,'{"points": -185, "uma": 0, "place": 4, "shared": false}',NULL,9,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(76,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:31.874463',NULL,'{}',NULL,9,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(77,NULL,'table','score','result',371,1,'','','2026-11-24 18:21:31.874463',NULL,'{"points": 371, "uma": 0, "place": 1, "shared": false}',NULL,8,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(78,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:31.874463',NULL,'{}',NULL,8,2,4,NULL,6,NULL,1,'');
INSERT INTO "tournaments_scoreline" VALUES(79,NULL,'table','score','result',-61,5,'','','2026-11-24 18:21:32.741219',NULL,'{"points": -7200, "uma": -5, "place": 3, "shared": false}',NULL,12,4,5,NULL,7,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(80,NULL,'table','score','result',26,1,'','','2026-11-24 18:21:32.741219',NULL,'{"points": 11000, "uma": 15, "place": 1, "shared": false}',NULL,13,4,5,NULL,7,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(81,NULL,'table','score','result',-121,5,'','','2026-11-24 18:21:32.741219',NULL,'{"points": -9200, "uma": -15, "place": 4, "shared": false}',NULL,14,4,5,NULL,7,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(82,NULL,'table','score','result',52,5,'','','2026-11-24 18:21:32.741219',NULL,'{"points": 5400, "uma": 5, "place": 2, "shared": false}',NULL,15,4,5,NULL,7,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(83,NULL,'table','score','result',26,1,'','','2026-11-24 18:21:32.796236','2026-11-24 18:21:32.884795','{"points": 11000, "uma": 15, "place": 1, "shared": false}',NULL,16,4,6,1,8,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(84,NULL,'table','score','result',-166,5,'','','2026-11-24 18:21:32.796236','2026-11-24 18:21:32.884795','{"points": -18200, "uma": -15, "place": 4, "shared": false}',NULL,17,4,6,1,8,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(85,NULL,'table','score','result',147,10,'','','2026-11-24 18:21:32.796236','2026-11-24 18:21:32.884795','{"points": 9700, "uma": 5, "place": 2, "shared": false}',NULL,18,4,6,1,8,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(86,NULL,'table','score','result',-15,2,'','','2026-11-24 18:21:32.796236','2026-11-24 18:21:32.884795','{"points": -2500, "uma": -5, "place": 3, "shared": false}',NULL,19,4,6,1,8,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(87,NULL,'table','score','result',149,5,'','','2026-11-24 18:21:32.890968',NULL,'{"points": 14800, "uma": 15, "place": 1, "shared": false}',NULL,16,4,6,NULL,9,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(88,NULL,'table','score','result',-269,10,'','','2026-11-24 18:21:32.890968',NULL,'{"points": -11900, "uma": -15, "place": 4, "shared": false}',NULL,17,4,6,NULL,9,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(89,NULL,'table','score','result',7,1,'','','2026-11-24 18:21:32.890968',NULL,'{"points": 2000, "uma": 5, "place": 2, "shared": false}',NULL,18,4,6,NULL,9,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(90,NULL,'table','score','result',-99,10,'','','2026-11-24 18:21:32.890968',NULL,'{"points": -4900, "uma": -5, "place": 3, "shared": false}',NULL,19,4,6,NULL,9,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(91,NULL,'table','score','result',-6,1,'','','2026-11-24 18:21:33.290298',NULL,'{"points": -1000, "uma": -5, "place": 3, "shared": false}',NULL,12,5,7,NULL,10,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(92,NULL,'table','score','result',114,5,'','','2026-11-24 18:21:33.290298',NULL,'{"points": 7800, "uma": 15, "place": 1, "shared": false}',NULL,13,5,7,NULL,10,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(93,NULL,'table','score','result',77,10,'','','2026-11-24 18:21:33.290298',NULL,'{"points": 2700, "uma": 5, "place": 2, "shared": false}',NULL,14,5,7,NULL,10,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(94,NULL,'table','score','result',-49,2,'','','2026-11-24 18:21:33.290298',NULL,'{"points": -9500, "uma": -15, "place": 4, "shared": false}',NULL,15,5,7,NULL,10,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(95,NULL,'table','score','result',107,10,'','','2026-11-24 18:21:33.346736','2026-11-24 18:21:33.431687','{"points": 5700, "uma": 5, "place": 2, "shared": false}',NULL,16,5,8,1,11,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(96,NULL,'table','score','result',-113,10,'','','2026-11-24 18:21:33.346736','2026-11-24 18:21:33.431687','{"points": -6300, "uma": -5, "place": 3, "shared": false}',NULL,17,5,8,1,11,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(97,NULL,'table','score','result',-166,5,'','','2026-11-24 18:21:33.346736','2026-11-24 18:21:33.431687','{"points": -18200, "uma": -15, "place": 4, "shared": false}',NULL,20,5,8,1,11,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(98,NULL,'table','score','result',169,5,'','','2026-11-24 18:21:33.346736','2026-11-24 18:21:33.431687','{"points": 18800, "uma": 15, "place": 1, "shared": false}',NULL,21,5,8,1,11,NULL,2,'{"template":"Version %(number)s counts now.","values":{"number":2}}');
INSERT INTO "tournaments_scoreline" VALUES(99,NULL,'table','score','result',-168,5,'','','2026-11-24 18:21:33.446415',NULL,'{"points": -18600, "uma": -15, "place": 4, "shared": false}',NULL,16,5,8,NULL,12,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(100,NULL,'table','score','result',-32,5,'','','2026-11-24 18:21:33.446415',NULL,'{"points": -1400, "uma": -5, "place": 3, "shared": false}',NULL,17,5,8,NULL,12,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(101,NULL,'table','score','result',44,5,'','','2026-11-24 18:21:33.446415',NULL,'{"points": 3800, "uma": 5, "place": 2, "shared": false}',NULL,20,5,8,NULL,12,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(102,NULL,'table','score','result',156,5,'','','2026-11-24 18:21:33.446415',NULL,'{"points": 16200, "uma": 15, "place": 1, "shared": false}',NULL,21,5,8,NULL,12,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(103,NULL,'overall','points','penalty',-20,1,'late, points','','2026-11-24 18:21:33.508796',NULL,'{}',2,14,4,NULL,NULL,NULL,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(104,NULL,'overall','score','penalty',-1,3,'late, score','','2026-11-24 18:21:33.534981',NULL,'{}',2,14,4,NULL,NULL,NULL,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(105,NULL,'overall','table_points','penalty',-1,2,'late, table_points','','2026-11-24 18:21:33.558863',NULL,'{}',2,14,4,NULL,NULL,NULL,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(106,NULL,'table','points','penalty',-4,1,'phone','','2026-11-24 18:21:33.568812','2026-11-24 18:21:33.621746','{}',2,14,4,5,1,NULL,NULL,2,'it was another’s');
INSERT INTO "tournaments_scoreline" VALUES(107,NULL,'overall','score','bonus',1,1,'found a tile','','2026-11-24 18:21:33.651574',NULL,'{}',1,NULL,NULL,NULL,NULL,NULL,5,2,'');
INSERT INTO "tournaments_scoreline" VALUES(108,1,'table','points','penalty',-10,1,'{"template":"False win","values":{}}','MCR-6.8 points','2026-11-24 18:21:34.888023',NULL,'{}',2,17,5,8,NULL,NULL,NULL,2,'');
INSERT INTO "tournaments_scoreline" VALUES(109,NULL,'table','score','result',60,1,'','','2026-11-24 18:21:36.224514',NULL,'{"points": 60, "uma": 0, "place": 1, "shared": false}',NULL,39,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(110,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:36.224514',NULL,'{}',NULL,39,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(111,NULL,'table','score','result',20,1,'','','2026-11-24 18:21:36.224514',NULL,'{"points": 20, "uma": 0, "place": 2, "shared": false}',NULL,40,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(112,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:36.224514',NULL,'{}',NULL,40,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(113,NULL,'table','score','result',-30,1,'','','2026-11-24 18:21:36.224514',NULL,'{"points": -30, "uma": 0, "place": 3, "shared": false}',NULL,41,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(114,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:36.224514',NULL,'{}',NULL,41,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(115,NULL,'table','score','result',-50,1,'','','2026-11-24 18:21:36.224514',NULL,'{"points": -50, "uma": 0, "place": 4, "shared": false}',NULL,42,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(116,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:36.224514',NULL,'{}',NULL,42,11,13,NULL,13,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(117,NULL,'table','score','result',10,1,'','','2026-11-24 18:21:36.252289',NULL,'{"points": 10, "uma": 0, "place": 1, "shared": true}',NULL,43,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(118,NULL,'table','table_points','result',3,1,'','','2026-11-24 18:21:36.252289',NULL,'{}',NULL,43,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(119,NULL,'table','score','result',10,1,'','','2026-11-24 18:21:36.252289',NULL,'{"points": 10, "uma": 0, "place": 1, "shared": true}',NULL,44,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(120,NULL,'table','table_points','result',3,1,'','','2026-11-24 18:21:36.252289',NULL,'{}',NULL,44,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(121,NULL,'table','score','result',-8,1,'','','2026-11-24 18:21:36.252289',NULL,'{"points": -8, "uma": 0, "place": 3, "shared": false}',NULL,45,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(122,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:36.252289',NULL,'{}',NULL,45,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(123,NULL,'table','score','result',-12,1,'','','2026-11-24 18:21:36.252289',NULL,'{"points": -12, "uma": 0, "place": 4, "shared": false}',NULL,46,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(124,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:36.252289',NULL,'{}',NULL,46,11,14,NULL,14,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(125,NULL,'table','score','result',40,1,'','','2026-11-24 18:21:36.275610',NULL,'{"points": 40, "uma": 0, "place": 1, "shared": false}',NULL,47,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(126,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:36.275610',NULL,'{}',NULL,47,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(127,NULL,'table','score','result',8,1,'','','2026-11-24 18:21:36.275610',NULL,'{"points": 8, "uma": 0, "place": 2, "shared": false}',NULL,48,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(128,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:36.275610',NULL,'{}',NULL,48,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(129,NULL,'table','score','result',-8,1,'','','2026-11-24 18:21:36.275610',NULL,'{"points": -8, "uma": 0, "place": 3, "shared": false}',NULL,49,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(130,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:36.275610',NULL,'{}',NULL,49,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(131,NULL,'table','score','result',-40,1,'','','2026-11-24 18:21:36.275610',NULL,'{"points": -40, "uma": 0, "place": 4, "shared": false}',NULL,50,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(132,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:36.275610',NULL,'{}',NULL,50,11,15,NULL,15,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(133,NULL,'table','score','result',30,1,'','','2026-11-24 18:21:36.304711',NULL,'{"points": 30, "uma": 0, "place": 1, "shared": false}',NULL,51,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(134,NULL,'table','table_points','result',4,1,'','','2026-11-24 18:21:36.304711',NULL,'{}',NULL,51,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(135,NULL,'table','score','result',10,1,'','','2026-11-24 18:21:36.304711',NULL,'{"points": 10, "uma": 0, "place": 2, "shared": false}',NULL,52,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(136,NULL,'table','table_points','result',2,1,'','','2026-11-24 18:21:36.304711',NULL,'{}',NULL,52,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(137,NULL,'table','score','result',-10,1,'','','2026-11-24 18:21:36.304711',NULL,'{"points": -10, "uma": 0, "place": 3, "shared": false}',NULL,53,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(138,NULL,'table','table_points','result',1,1,'','','2026-11-24 18:21:36.304711',NULL,'{}',NULL,53,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(139,NULL,'table','score','result',-30,1,'','','2026-11-24 18:21:36.304711',NULL,'{"points": -30, "uma": 0, "place": 4, "shared": false}',NULL,54,11,16,NULL,16,NULL,4,'');
INSERT INTO "tournaments_scoreline" VALUES(140,NULL,'table','table_points','result',0,1,'','','2026-11-24 18:21:36.304711',NULL,'{}',NULL,54,11,16,NULL,16,NULL,4,'');
CREATE TABLE "tournaments_season" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(60) NOT NULL UNIQUE, "name" varchar(200) NOT NULL, "published" bool NOT NULL, "rule" text NOT NULL CHECK ((JSON_VALID("rule") OR "rule" IS NULL)), "version" bigint unsigned NOT NULL CHECK ("version" >= 0), "created_at" datetime NOT NULL, "updated_at" datetime NOT NULL);
CREATE TABLE "tournaments_seasonevent" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "factor_numerator" integer unsigned NOT NULL CHECK ("factor_numerator" >= 0), "factor_denominator" integer unsigned NOT NULL CHECK ("factor_denominator" >= 0), "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "season_event_once" UNIQUE ("season_id", "tournament_id"), CONSTRAINT "season_position_once" UNIQUE ("season_id", "position"), CONSTRAINT "season_position_positive" CHECK ("position" >= 1), CONSTRAINT "season_factor_is_a_number" CHECK ("factor_denominator" >= 1));
CREATE TABLE "tournaments_seasonmerge" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "same_as_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "season_merge_once" UNIQUE ("season_id", "entry_id"), CONSTRAINT "season_merge_of_two" CHECK (NOT ("entry_id" = ("same_as_id"))));
CREATE TABLE "tournaments_seasonrole" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(10) NOT NULL, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "season_role_once" UNIQUE ("season_id", "user_id"), CONSTRAINT "season_role_known" CHECK ("kind" IN ('organiser', 'helper')));
CREATE TABLE "tournaments_seasonteammerge" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "same_as_id" bigint NOT NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NOT NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "season_team_merge_once" UNIQUE ("season_id", "team_id"), CONSTRAINT "season_merge_of_two_teams" CHECK (NOT ("team_id" = ("same_as_id"))));
CREATE TABLE "tournaments_seat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "table_number" smallint unsigned NOT NULL CHECK ("table_number" >= 0), "wind" smallint unsigned NULL CHECK ("wind" >= 0), "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "seating_id" bigint NOT NULL REFERENCES "tournaments_seating" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "seat_one_player" UNIQUE ("seating_id", "table_number", "wind"), CONSTRAINT "seat_player_once" UNIQUE ("seating_id", "entry_id"), CONSTRAINT "seat_wind_known" CHECK (("wind" IS NULL OR "wind" <= 3)), CONSTRAINT "seat_table_positive" CHECK ("table_number" >= 1));
INSERT INTO "tournaments_seat" VALUES(1,1,0,1,1);
INSERT INTO "tournaments_seat" VALUES(2,1,1,2,1);
INSERT INTO "tournaments_seat" VALUES(3,1,2,3,1);
INSERT INTO "tournaments_seat" VALUES(4,1,3,4,1);
INSERT INTO "tournaments_seat" VALUES(5,2,0,5,1);
INSERT INTO "tournaments_seat" VALUES(6,2,1,6,1);
INSERT INTO "tournaments_seat" VALUES(7,2,2,7,1);
INSERT INTO "tournaments_seat" VALUES(8,2,3,8,1);
INSERT INTO "tournaments_seat" VALUES(9,1,0,1,2);
INSERT INTO "tournaments_seat" VALUES(10,1,1,2,2);
INSERT INTO "tournaments_seat" VALUES(11,1,2,3,2);
INSERT INTO "tournaments_seat" VALUES(12,1,3,4,2);
INSERT INTO "tournaments_seat" VALUES(13,2,0,5,2);
INSERT INTO "tournaments_seat" VALUES(14,2,1,6,2);
INSERT INTO "tournaments_seat" VALUES(15,2,2,7,2);
INSERT INTO "tournaments_seat" VALUES(16,2,3,8,2);
INSERT INTO "tournaments_seat" VALUES(17,1,0,1,3);
INSERT INTO "tournaments_seat" VALUES(18,1,1,2,3);
INSERT INTO "tournaments_seat" VALUES(19,1,2,3,3);
INSERT INTO "tournaments_seat" VALUES(20,1,3,4,3);
INSERT INTO "tournaments_seat" VALUES(21,2,0,5,3);
INSERT INTO "tournaments_seat" VALUES(22,2,1,6,3);
INSERT INTO "tournaments_seat" VALUES(23,2,2,9,3);
INSERT INTO "tournaments_seat" VALUES(24,2,3,8,3);
INSERT INTO "tournaments_seat" VALUES(25,1,0,1,4);
INSERT INTO "tournaments_seat" VALUES(26,1,1,2,4);
INSERT INTO "tournaments_seat" VALUES(27,1,2,3,4);
INSERT INTO "tournaments_seat" VALUES(28,1,3,10,4);
INSERT INTO "tournaments_seat" VALUES(29,2,0,5,4);
INSERT INTO "tournaments_seat" VALUES(30,2,1,6,4);
INSERT INTO "tournaments_seat" VALUES(31,2,2,9,4);
INSERT INTO "tournaments_seat" VALUES(32,2,3,8,4);
INSERT INTO "tournaments_seat" VALUES(33,1,0,12,5);
INSERT INTO "tournaments_seat" VALUES(34,1,1,13,5);
INSERT INTO "tournaments_seat" VALUES(35,1,2,14,5);
INSERT INTO "tournaments_seat" VALUES(36,1,3,15,5);
INSERT INTO "tournaments_seat" VALUES(37,2,0,16,5);
INSERT INTO "tournaments_seat" VALUES(38,2,1,17,5);
INSERT INTO "tournaments_seat" VALUES(39,2,2,18,5);
INSERT INTO "tournaments_seat" VALUES(40,2,3,19,5);
INSERT INTO "tournaments_seat" VALUES(41,1,0,12,6);
INSERT INTO "tournaments_seat" VALUES(42,1,1,13,6);
INSERT INTO "tournaments_seat" VALUES(43,1,2,14,6);
INSERT INTO "tournaments_seat" VALUES(44,1,3,15,6);
INSERT INTO "tournaments_seat" VALUES(45,2,0,16,6);
INSERT INTO "tournaments_seat" VALUES(46,2,1,17,6);
INSERT INTO "tournaments_seat" VALUES(47,2,2,18,6);
INSERT INTO "tournaments_seat" VALUES(48,2,3,19,6);
INSERT INTO "tournaments_seat" VALUES(49,1,0,12,7);
INSERT INTO "tournaments_seat" VALUES(50,1,1,13,7);
INSERT INTO "tournaments_seat" VALUES(51,1,2,14,7);
INSERT INTO "tournaments_seat" VALUES(52,1,3,15,7);
INSERT INTO "tournaments_seat" VALUES(53,2,0,16,7);
INSERT INTO "tournaments_seat" VALUES(54,2,1,17,7);
INSERT INTO "tournaments_seat" VALUES(55,2,2,20,7);
INSERT INTO "tournaments_seat" VALUES(56,2,3,19,7);
INSERT INTO "tournaments_seat" VALUES(57,1,0,12,8);
INSERT INTO "tournaments_seat" VALUES(58,1,1,13,8);
INSERT INTO "tournaments_seat" VALUES(59,1,2,14,8);
INSERT INTO "tournaments_seat" VALUES(60,1,3,15,8);
INSERT INTO "tournaments_seat" VALUES(61,2,0,16,8);
INSERT INTO "tournaments_seat" VALUES(62,2,1,17,8);
INSERT INTO "tournaments_seat" VALUES(63,2,2,20,8);
INSERT INTO "tournaments_seat" VALUES(64,2,3,21,8);
INSERT INTO "tournaments_seat" VALUES(65,1,0,34,9);
INSERT INTO "tournaments_seat" VALUES(66,1,1,37,9);
INSERT INTO "tournaments_seat" VALUES(67,1,2,29,9);
INSERT INTO "tournaments_seat" VALUES(68,1,3,24,9);
INSERT INTO "tournaments_seat" VALUES(69,2,0,38,9);
INSERT INTO "tournaments_seat" VALUES(70,2,1,31,9);
INSERT INTO "tournaments_seat" VALUES(71,2,2,23,9);
INSERT INTO "tournaments_seat" VALUES(72,2,3,28,9);
INSERT INTO "tournaments_seat" VALUES(73,3,0,30,9);
INSERT INTO "tournaments_seat" VALUES(74,3,1,25,9);
INSERT INTO "tournaments_seat" VALUES(75,3,2,32,9);
INSERT INTO "tournaments_seat" VALUES(76,3,3,36,9);
INSERT INTO "tournaments_seat" VALUES(77,4,0,26,9);
INSERT INTO "tournaments_seat" VALUES(78,4,1,27,9);
INSERT INTO "tournaments_seat" VALUES(79,4,2,35,9);
INSERT INTO "tournaments_seat" VALUES(80,4,3,33,9);
INSERT INTO "tournaments_seat" VALUES(81,1,0,34,10);
INSERT INTO "tournaments_seat" VALUES(82,1,1,30,10);
INSERT INTO "tournaments_seat" VALUES(83,1,2,26,10);
INSERT INTO "tournaments_seat" VALUES(84,1,3,38,10);
INSERT INTO "tournaments_seat" VALUES(85,2,0,27,10);
INSERT INTO "tournaments_seat" VALUES(86,2,1,31,10);
INSERT INTO "tournaments_seat" VALUES(87,2,2,37,10);
INSERT INTO "tournaments_seat" VALUES(88,2,3,25,10);
INSERT INTO "tournaments_seat" VALUES(89,3,0,23,10);
INSERT INTO "tournaments_seat" VALUES(90,3,1,35,10);
INSERT INTO "tournaments_seat" VALUES(91,3,2,32,10);
INSERT INTO "tournaments_seat" VALUES(92,3,3,29,10);
INSERT INTO "tournaments_seat" VALUES(93,4,0,36,10);
INSERT INTO "tournaments_seat" VALUES(94,4,1,24,10);
INSERT INTO "tournaments_seat" VALUES(95,4,2,28,10);
INSERT INTO "tournaments_seat" VALUES(96,4,3,33,10);
INSERT INTO "tournaments_seat" VALUES(97,1,0,34,11);
INSERT INTO "tournaments_seat" VALUES(98,1,1,36,11);
INSERT INTO "tournaments_seat" VALUES(99,1,2,27,11);
INSERT INTO "tournaments_seat" VALUES(100,1,3,23,11);
INSERT INTO "tournaments_seat" VALUES(101,2,0,35,11);
INSERT INTO "tournaments_seat" VALUES(102,2,1,31,11);
INSERT INTO "tournaments_seat" VALUES(103,2,2,24,11);
INSERT INTO "tournaments_seat" VALUES(104,2,3,30,11);
INSERT INTO "tournaments_seat" VALUES(105,3,0,28,11);
INSERT INTO "tournaments_seat" VALUES(106,3,1,26,11);
INSERT INTO "tournaments_seat" VALUES(107,3,2,32,11);
INSERT INTO "tournaments_seat" VALUES(108,3,3,37,11);
INSERT INTO "tournaments_seat" VALUES(109,4,0,25,11);
INSERT INTO "tournaments_seat" VALUES(110,4,1,29,11);
INSERT INTO "tournaments_seat" VALUES(111,4,2,38,11);
INSERT INTO "tournaments_seat" VALUES(112,4,3,33,11);
INSERT INTO "tournaments_seat" VALUES(113,1,0,34,12);
INSERT INTO "tournaments_seat" VALUES(114,1,1,28,12);
INSERT INTO "tournaments_seat" VALUES(115,1,2,25,12);
INSERT INTO "tournaments_seat" VALUES(116,1,3,35,12);
INSERT INTO "tournaments_seat" VALUES(117,2,0,29,12);
INSERT INTO "tournaments_seat" VALUES(118,2,1,31,12);
INSERT INTO "tournaments_seat" VALUES(119,2,2,36,12);
INSERT INTO "tournaments_seat" VALUES(120,2,3,26,12);
INSERT INTO "tournaments_seat" VALUES(121,3,0,24,12);
INSERT INTO "tournaments_seat" VALUES(122,3,1,38,12);
INSERT INTO "tournaments_seat" VALUES(123,3,2,32,12);
INSERT INTO "tournaments_seat" VALUES(124,3,3,27,12);
INSERT INTO "tournaments_seat" VALUES(125,4,0,37,12);
INSERT INTO "tournaments_seat" VALUES(126,4,1,23,12);
INSERT INTO "tournaments_seat" VALUES(127,4,2,30,12);
INSERT INTO "tournaments_seat" VALUES(128,4,3,33,12);
INSERT INTO "tournaments_seat" VALUES(129,1,0,39,13);
INSERT INTO "tournaments_seat" VALUES(130,1,1,40,13);
INSERT INTO "tournaments_seat" VALUES(131,1,2,41,13);
INSERT INTO "tournaments_seat" VALUES(132,1,3,42,13);
INSERT INTO "tournaments_seat" VALUES(133,2,0,43,13);
INSERT INTO "tournaments_seat" VALUES(134,2,1,44,13);
INSERT INTO "tournaments_seat" VALUES(135,2,2,45,13);
INSERT INTO "tournaments_seat" VALUES(136,2,3,46,13);
INSERT INTO "tournaments_seat" VALUES(137,3,0,47,13);
INSERT INTO "tournaments_seat" VALUES(138,3,1,48,13);
INSERT INTO "tournaments_seat" VALUES(139,3,2,49,13);
INSERT INTO "tournaments_seat" VALUES(140,3,3,50,13);
INSERT INTO "tournaments_seat" VALUES(141,4,0,51,13);
INSERT INTO "tournaments_seat" VALUES(142,4,1,52,13);
INSERT INTO "tournaments_seat" VALUES(143,4,2,53,13);
INSERT INTO "tournaments_seat" VALUES(144,4,3,54,13);
INSERT INTO "tournaments_seat" VALUES(145,1,0,44,14);
INSERT INTO "tournaments_seat" VALUES(146,1,1,47,14);
INSERT INTO "tournaments_seat" VALUES(147,1,2,39,14);
INSERT INTO "tournaments_seat" VALUES(148,1,3,51,14);
INSERT INTO "tournaments_seat" VALUES(149,2,0,40,14);
INSERT INTO "tournaments_seat" VALUES(150,2,1,43,14);
INSERT INTO "tournaments_seat" VALUES(151,2,2,48,14);
INSERT INTO "tournaments_seat" VALUES(152,2,3,52,14);
INSERT INTO "tournaments_seat" VALUES(153,3,0,45,14);
INSERT INTO "tournaments_seat" VALUES(154,3,1,41,14);
INSERT INTO "tournaments_seat" VALUES(155,3,2,54,14);
INSERT INTO "tournaments_seat" VALUES(156,3,3,49,14);
INSERT INTO "tournaments_seat" VALUES(157,4,0,42,14);
INSERT INTO "tournaments_seat" VALUES(158,4,1,46,14);
INSERT INTO "tournaments_seat" VALUES(159,4,2,50,14);
INSERT INTO "tournaments_seat" VALUES(160,4,3,53,14);
CREATE TABLE "tournaments_seatclaim" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "wind" smallint unsigned NOT NULL CHECK ("wind" >= 0), "at" datetime NOT NULL, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "seat_claim_wind_once" UNIQUE ("table_id", "wind"), CONSTRAINT "seat_claim_player_once" UNIQUE ("table_id", "entry_id"), CONSTRAINT "seat_claim_wind_known" CHECK ("wind" <= 3));
CREATE TABLE "tournaments_seating" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" smallint unsigned NOT NULL CHECK ("version" >= 0), "state" varchar(10) NOT NULL, "source" varchar(10) NOT NULL, "algorithm" varchar(60) NOT NULL, "seed" varchar(64) NOT NULL, "measures" text NOT NULL CHECK ((JSON_VALID("measures") OR "measures" IS NULL)), "breaks" text NOT NULL CHECK ((JSON_VALID("breaks") OR "breaks" IS NULL)), "created_at" datetime NOT NULL, "published_at" datetime NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "reason" text NOT NULL, "based_on_id" bigint NULL REFERENCES "tournaments_seating" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "seating_version_once" UNIQUE ("round_id", "version"), CONSTRAINT "seating_state_known" CHECK ("state" IN ('draft', 'published', 'playing', 'superseded')));
INSERT INTO "tournaments_seating" VALUES(1,1,'playing','manual','','','{}','[]','2026-11-24 18:21:18.043179','2026-11-24 18:21:18.091315',NULL,1,'',NULL);
INSERT INTO "tournaments_seating" VALUES(2,1,'superseded','manual','','','{}','[]','2026-11-24 18:21:19.936367','2026-11-24 18:21:19.978543',NULL,2,'',NULL);
INSERT INTO "tournaments_seating" VALUES(3,2,'superseded','manual','','','{"players": 9, "rounds": 2, "tables": 2, "repeats": 9, "repeat_bound": 0, "pairs_met_again": 9, "third_meetings": 0, "most_meetings": 2, "without_common": 20, "lowest_common": 0, "mean_common": 0.14, "repeated_tables": 7, "most_table_visits": 2, "wind_excess": 7, "worst_wind": 1, "games": [1, 2], "constraints": [{"kind": "team", "name": "1", "breaks": 2, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "2", "breaks": 2, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "3", "breaks": 2, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "4", "breaks": 2, "bound": 0, "hard": true, "pairs": [[7, 8], [8, 9]]}, {"kind": "wished", "name": "", "breaks": 1, "bound": 0, "hard": false, "pairs": [[2, 7]]}]}','[{"kind": "team", "name": "1", "breaks": 1, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "2", "breaks": 1, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "3", "breaks": 1, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "4", "breaks": 1, "bound": 0, "hard": true, "pairs": [[8, 9]]}]','2026-11-24 18:21:20.967502','2026-11-24 18:21:20.917130',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',2);
INSERT INTO "tournaments_seating" VALUES(4,3,'playing','manual','','','{"players": 10, "rounds": 2, "tables": 2, "repeats": 6, "repeat_bound": 0, "pairs_met_again": 6, "third_meetings": 0, "most_meetings": 2, "without_common": 25, "lowest_common": 0, "mean_common": 0.22, "repeated_tables": 6, "most_table_visits": 2, "wind_excess": 6, "worst_wind": 1, "games": [1, 2], "constraints": [{"kind": "team", "name": "1", "breaks": 2, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "2", "breaks": 2, "bound": 0, "hard": true, "pairs": [[3, 4], [3, 10]]}, {"kind": "team", "name": "3", "breaks": 2, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "4", "breaks": 2, "bound": 0, "hard": true, "pairs": [[7, 8], [8, 9]]}, {"kind": "wished", "name": "", "breaks": 1, "bound": 0, "hard": false, "pairs": [[2, 7]]}]}','[{"kind": "team", "name": "1", "breaks": 1, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "2", "breaks": 1, "bound": 0, "hard": true, "pairs": [[3, 10]]}, {"kind": "team", "name": "3", "breaks": 1, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "4", "breaks": 1, "bound": 0, "hard": true, "pairs": [[8, 9]]}]','2026-11-24 18:21:21.160900','2026-11-24 18:21:21.119383',1,2,'{"template":"substitute for %(name)s","values":{"name":"Given04 Family04"}}',3);
INSERT INTO "tournaments_seating" VALUES(5,1,'playing','manual','','','{}','[]','2026-11-24 18:21:32.390714','2026-11-24 18:21:32.448082',NULL,4,'',NULL);
INSERT INTO "tournaments_seating" VALUES(6,1,'superseded','manual','','','{}','[]','2026-11-24 18:21:32.527171','2026-11-24 18:21:32.558845',NULL,5,'',NULL);
INSERT INTO "tournaments_seating" VALUES(7,2,'superseded','manual','','','{"players": 9, "rounds": 2, "tables": 2, "repeats": 9, "repeat_bound": 0, "pairs_met_again": 9, "third_meetings": 0, "most_meetings": 2, "without_common": 20, "lowest_common": 0, "mean_common": 0.14, "repeated_tables": 7, "most_table_visits": 2, "wind_excess": 7, "worst_wind": 1, "games": [1, 2], "constraints": [{"kind": "team", "name": "5", "breaks": 2, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "6", "breaks": 2, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "7", "breaks": 2, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "8", "breaks": 2, "bound": 0, "hard": true, "pairs": [[7, 8], [8, 9]]}, {"kind": "wished", "name": "", "breaks": 1, "bound": 0, "hard": false, "pairs": [[2, 7]]}]}','[{"kind": "team", "name": "5", "breaks": 1, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "6", "breaks": 1, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "7", "breaks": 1, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "8", "breaks": 1, "bound": 0, "hard": true, "pairs": [[8, 9]]}]','2026-11-24 18:21:33.035674','2026-11-24 18:21:33.008384',1,5,'{"template":"substitute for %(name)s","values":{"name":"Given07 Family07"}}',6);
INSERT INTO "tournaments_seating" VALUES(8,3,'playing','manual','','','{"players": 10, "rounds": 2, "tables": 2, "repeats": 7, "repeat_bound": 0, "pairs_met_again": 7, "third_meetings": 0, "most_meetings": 2, "without_common": 24, "lowest_common": 0, "mean_common": 0.29, "repeated_tables": 6, "most_table_visits": 2, "wind_excess": 6, "worst_wind": 1, "games": [1, 2], "constraints": [{"kind": "team", "name": "5", "breaks": 2, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "6", "breaks": 2, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "7", "breaks": 2, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "8", "breaks": 2, "bound": 0, "hard": true, "pairs": [[7, 8], [9, 10]]}, {"kind": "wished", "name": "", "breaks": 1, "bound": 0, "hard": false, "pairs": [[2, 7]]}]}','[{"kind": "team", "name": "5", "breaks": 1, "bound": 0, "hard": true, "pairs": [[1, 2]]}, {"kind": "team", "name": "6", "breaks": 1, "bound": 0, "hard": true, "pairs": [[3, 4]]}, {"kind": "team", "name": "7", "breaks": 1, "bound": 0, "hard": true, "pairs": [[5, 6]]}, {"kind": "team", "name": "8", "breaks": 1, "bound": 0, "hard": true, "pairs": [[9, 10]]}]','2026-11-24 18:21:33.142518','2026-11-24 18:21:33.104504',1,5,'{"template":"substitute for %(name)s","values":{"name":"Given08 Family08"}}',7);
INSERT INTO "tournaments_seating" VALUES(9,1,'playing','schedule','four_teams','lot','{"players": 16, "rounds": 1, "tables": 4, "repeats": 0, "repeat_bound": 0, "pairs_met_again": 0, "third_meetings": 0, "most_meetings": 1, "without_common": 96, "lowest_common": 0, "mean_common": 0.0, "repeated_tables": 0, "most_table_visits": 1, "wind_excess": 0, "worst_wind": 0, "games": [1, 1], "constraints": []}','[]','2026-11-24 18:21:35.551944','2026-11-24 18:21:35.695839',1,7,'',NULL);
INSERT INTO "tournaments_seating" VALUES(10,1,'draft','schedule','four_teams','lot','{"players": 16, "rounds": 2, "tables": 4, "repeats": 0, "repeat_bound": 0, "pairs_met_again": 0, "third_meetings": 0, "most_meetings": 1, "without_common": 0, "lowest_common": 2, "mean_common": 2.0, "repeated_tables": 4, "most_table_visits": 2, "wind_excess": 4, "worst_wind": 1, "games": [2, 2], "constraints": []}','[]','2026-11-24 18:21:35.585019',NULL,1,8,'',NULL);
INSERT INTO "tournaments_seating" VALUES(11,1,'draft','schedule','four_teams','lot','{"players": 16, "rounds": 3, "tables": 4, "repeats": 0, "repeat_bound": 0, "pairs_met_again": 0, "third_meetings": 0, "most_meetings": 1, "without_common": 0, "lowest_common": 6, "mean_common": 6.0, "repeated_tables": 8, "most_table_visits": 3, "wind_excess": 8, "worst_wind": 2, "games": [3, 3], "constraints": []}','[]','2026-11-24 18:21:35.611599',NULL,1,9,'',NULL);
INSERT INTO "tournaments_seating" VALUES(12,1,'draft','schedule','four_teams','lot','{"players": 16, "rounds": 4, "tables": 4, "repeats": 0, "repeat_bound": 0, "pairs_met_again": 0, "third_meetings": 0, "most_meetings": 1, "without_common": 0, "lowest_common": 12, "mean_common": 12.0, "repeated_tables": 12, "most_table_visits": 4, "wind_excess": 24, "worst_wind": 3, "games": [4, 4], "constraints": []}','[]','2026-11-24 18:21:35.640258',NULL,1,10,'',NULL);
INSERT INTO "tournaments_seating" VALUES(13,1,'playing','manual','','','{}','[]','2026-11-24 18:21:36.142327','2026-11-24 18:21:36.156246',NULL,11,'',NULL);
INSERT INTO "tournaments_seating" VALUES(14,1,'draft','standings','mjseat/3 balanced','spring','{"players": 16, "rounds": 2, "tables": 4, "repeats": 0, "repeat_bound": 0, "pairs_met_again": 0, "third_meetings": 0, "most_meetings": 1, "without_common": 0, "lowest_common": 2, "mean_common": 2.0, "repeated_tables": 4, "most_table_visits": 2, "wind_excess": 0, "worst_wind": 0, "games": [2, 2], "constraints": []}','[]','2026-11-24 18:21:37.234288',NULL,4,12,'',NULL);
CREATE TABLE "tournaments_seatingconstraint" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "kind" varchar(14) NOT NULL, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "other_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "table_number" smallint unsigned NULL CHECK ("table_number" >= 0), "reason" varchar(1000) NOT NULL, CONSTRAINT "seating_constraint_complete" CHECK ((("kind" = 'fixed_table' AND "other_id" IS NULL AND "table_number" IS NOT NULL) OR ("kind" IN ('forbidden_pair', 'wished_pair') AND "other_id" IS NOT NULL AND "table_number" IS NULL) OR ("kind" = 'referee' AND "other_id" IS NULL AND "table_number" IS NULL))), CONSTRAINT "seating_constraint_two_players" CHECK (("other_id" IS NULL OR NOT ("other_id" = ("entry_id") AND "other_id" IS NOT NULL))));
INSERT INTO "tournaments_seatingconstraint" VALUES(1,1,'wished_pair',2,7,NULL,'friends');
INSERT INTO "tournaments_seatingconstraint" VALUES(2,2,'wished_pair',13,18,NULL,'friends');
CREATE TABLE "tournaments_seatingdraw" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "kind" varchar(12) NOT NULL, "seed" varchar(64) NOT NULL, "algorithm" varchar(20) NOT NULL, "template" varchar(60) NOT NULL, "inputs_digest" varchar(64) NOT NULL, "certificate" text NOT NULL, "improved" smallint unsigned NOT NULL CHECK ("improved" >= 0), "prices" text NULL CHECK ((JSON_VALID("prices") OR "prices" IS NULL)), "under_id" bigint NULL REFERENCES "tournaments_seedcommitment" ("id") DEFERRABLE INITIALLY DEFERRED, "why" text NOT NULL, "discarded_at" datetime NULL, "discarded_reason" text NOT NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "created_at" datetime NOT NULL, CONSTRAINT "seating_draw_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "seating_draw_kind_known" CHECK ("kind" IN ('fixed', 'added', 'swiss', 'standings', 'replan', 'chosen', 'movement', 'fixtures')));
INSERT INTO "tournaments_seatingdraw" VALUES(1,3,1,'movement','lot','mjseat/3','','c5d8029e28f46695536eebbcb7782d8ab49b7a8f9a30288135bf6c2b4726df31','{
 "byes": [[], [], [], []],
 "commitment": null,
 "format": "mahjong-seating/1",
 "inputs": {"movement": "four_teams", "players": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "rounds": 4, "teams": {"1": 1, "10": 3, "11": 3, "12": 3, "13": 4, "14": 4, "15": 4, "16": 4, "2": 1, "3": 1, "4": 1, "5": 2, "6": 2, "7": 2, "8": 2, "9": 3}},
 "inputs_digest": "c5d8029e28f46695536eebbcb7782d8ab49b7a8f9a30288135bf6c2b4726df31",
 "kind": "movement",
 "mapping": [12, 9, 10, 11, 15, 16, 14, 13, 7, 6, 8, 5, 2, 1, 3, 4],
 "measures": {"constraints": [], "games": [4, 4], "lowest_common": 12, "mean_common": 12.0, "most_meetings": 1, "most_table_visits": 4, "pairs_met_again": 0, "players": 16, "repeat_bound": 0, "repeated_tables": 12, "repeats": 0, "rounds": 4, "tables": 4, "third_meetings": 0, "wind_excess": 24, "without_common": 0, "worst_wind": 3},
 "rounds": [[[12, 15, 7, 2], [16, 9, 1, 6], [8, 3, 10, 14], [4, 5, 13, 11]], [[12, 8, 4, 16], [5, 9, 15, 3], [1, 13, 10, 7], [14, 2, 6, 11]], [[12, 14, 5, 1], [13, 9, 2, 8], [6, 4, 10, 15], [3, 7, 16, 11]], [[12, 6, 3, 13], [7, 9, 14, 4], [2, 16, 10, 5], [15, 1, 8, 11]]],
 "seed": "lot",
 "version": "mjseat/3"
}
',0,NULL,NULL,'',NULL,'',1,'2026-11-24 18:21:35.651360');
INSERT INTO "tournaments_seatingdraw" VALUES(2,4,1,'swiss','spring','mjseat/3','','e824394f5f7c0bfe8a0ae299d107a04f4aa7fa33a299fdca6060f90808cf064f','{
 "byes": [[]],
 "commitment": null,
 "format": "mahjong-seating/1",
 "inputs": {"brackets": null, "byes": {}, "constraints": {}, "order": [1, 9, 13, 5, 6, 2, 14, 10, 7, 11, 15, 3, 8, 16, 12, 4], "played": [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]], "rounds": 4, "setting": "balanced"},
 "inputs_digest": "e824394f5f7c0bfe8a0ae299d107a04f4aa7fa33a299fdca6060f90808cf064f",
 "kind": "swiss",
 "measures": {"constraints": [], "games": [1, 1], "lowest_common": 0, "mean_common": 0.0, "most_meetings": 1, "most_table_visits": 1, "pairs_met_again": 0, "players": 16, "repeat_bound": 0, "repeated_tables": 0, "repeats": 0, "rounds": 1, "tables": 4, "third_meetings": 0, "wind_excess": 0, "without_common": 96, "worst_wind": 0},
 "price": {"repeats": 0, "spread": 4.5, "wind_excess": 0},
 "rounds": [[[6, 9, 1, 13], [2, 5, 10, 14], [7, 3, 16, 11], [4, 8, 12, 15]]],
 "seed": "spring",
 "version": "mjseat/3"
}
',0,NULL,NULL,'',NULL,'',4,'2026-11-24 18:21:37.236646');
CREATE TABLE "tournaments_seatingdraw_seatings" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seatingdraw_id" bigint NOT NULL REFERENCES "tournaments_seatingdraw" ("id") DEFERRABLE INITIALLY DEFERRED, "seating_id" bigint NOT NULL REFERENCES "tournaments_seating" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tournaments_seatingdraw_seatings" VALUES(1,1,9);
INSERT INTO "tournaments_seatingdraw_seatings" VALUES(2,1,10);
INSERT INTO "tournaments_seatingdraw_seatings" VALUES(3,1,11);
INSERT INTO "tournaments_seatingdraw_seatings" VALUES(4,1,12);
INSERT INTO "tournaments_seatingdraw_seatings" VALUES(5,2,14);
CREATE TABLE "tournaments_seedcommitment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "sealed_seed" text NOT NULL, "commitment" varchar(64) NOT NULL, "promise" text NOT NULL, "rounds" text NOT NULL CHECK ((JSON_VALID("rounds") OR "rounds" IS NULL)), "way" varchar(10) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "inputs_close_at" datetime NULL, "value_kind" varchar(10) NOT NULL, "value_source" varchar(200) NOT NULL, "value_which" varchar(200) NOT NULL, "value_known_at" datetime NULL, "public_value" varchar(200) NOT NULL, "value_at" datetime NULL, "corrections" text NOT NULL CHECK ((JSON_VALID("corrections") OR "corrections" IS NULL)), "withdrawn_at" datetime NULL, "withdrawn_reason" text NOT NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "created_at" datetime NOT NULL, CONSTRAINT "seed_commitment_once" UNIQUE ("tournament_id", "commitment"), CONSTRAINT "seed_commitment_value_later" CHECK (("value_known_at" IS NULL OR "value_known_at" > ("created_at"))), CONSTRAINT "seed_commitment_value_when_known" CHECK ((("public_value" = '' AND "value_at" IS NULL) OR (NOT ("public_value" = '') AND "value_at" >= ("value_known_at")))), CONSTRAINT "seed_commitment_withdrawn_with_reason" CHECK ((("withdrawn_at" IS NULL AND "withdrawn_reason" = '') OR ("withdrawn_at" IS NOT NULL AND NOT ("withdrawn_reason" = '')))), CONSTRAINT "seed_commitment_way_known" CHECK ("way" IN ('', 'together', 'swiss', 'movement', 'fixtures')));
INSERT INTO "tournaments_seedcommitment" VALUES(1,4,'gAAAAABrBdWyhQAI97LtwgotuC6YVyjjpp9s-S4p_jNUH3Wwf9UfpSMHhaVYxQMnwBS_mgq3OBE8QWN0KGrYoAW4Hg4jcCnU5R_m28epO3IItJIWUJHecmo5kagBeJ5kDdY862NwAvC_Er4GIG-A5aWA25ebgeIgPlD7q2TmMAvt0T5EGvpQzpc=','3629a86c1eaafbe37a2287c3897a54a332c4dc7c50824869a7d80da7186aff51','{"event":"swiss","format":"mjdraw/1","inputs_close":"results of round 2","rounds":[3],"settings":{},"template":"the best design the version knows","value":{"kind":"other","known_at":"2026-11-24T19:21:35.068346+00:00","source":"the lottery of 2 May","which":""},"version":"mjseat/3","way":"swiss"}','[3]','swiss','{}','2026-11-24 19:21:35.068346','other','the lottery of 2 May','','2026-11-24 19:21:35.068346','',NULL,'[]',NULL,'',1,'2026-11-24 18:21:38.962473');
CREATE TABLE "tournaments_sentonce" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(64) NOT NULL UNIQUE, "who" varchar(40) NOT NULL, "path" varchar(400) NOT NULL, "status" smallint unsigned NOT NULL CHECK ("status" >= 0), "location" varchar(400) NOT NULL, "content_type" varchar(100) NOT NULL, "body" text NOT NULL, "at" datetime NOT NULL);
CREATE TABLE "tournaments_sheetphoto" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "picture" BLOB NOT NULL, "width" smallint unsigned NOT NULL CHECK ("width" >= 0), "height" smallint unsigned NOT NULL CHECK ("height" >= 0), "digest" varchar(64) NOT NULL, "added_at" datetime NOT NULL, "added_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "added_by_entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "sheet_photo_number_once" UNIQUE ("table_id", "number"), CONSTRAINT "sheet_photo_once" UNIQUE ("table_id", "digest"), CONSTRAINT "sheet_photo_number_positive" CHECK ("number" >= 1));
INSERT INTO "tournaments_sheetphoto" VALUES(1,1,X'FFD8FFE000104A46494600010100000100010000FFDB004300080606070605080707070909080A0C140D0C0B0B0C1912130F141D1A1F1E1D1A1C1C20242E2720222C231C1C2837292C30313434341F27393D38323C2E333432FFDB0043010909090C0B0C180D0D1832211C213232323232323232323232323232323232323232323232323232323232323232323232323232323232323232323232323232FFC0001108001E002803012200021101031101FFC40017000101010100000000000000000000000000080607FFC4001A1001000105000000000000000000000000000305073783B3FFC400160100030000000000000000000000000000000306FFC4001B110100010501000000000000000000000000010305313371C1FFDA000C03010002110311003F00E1CACECC627A26FEF224C56766313D137F7914779D31DF249A796F404E1C00020F56766313D137F791262B3B3189E89BFBC8A3BCE98EF924D3CB7A0270E0001FFFD9',40,30,'ce577059b2b24f53f5b294dc297a70dbcff7341b7dfaa3d33af71cce10f655dd','2026-11-24 18:21:23.219863',3,NULL,4);
INSERT INTO "tournaments_sheetphoto" VALUES(2,1,X'FFD8FFE000104A46494600010100000100010000FFDB004300080606070605080707070909080A0C140D0C0B0B0C1912130F141D1A1F1E1D1A1C1C20242E2720222C231C1C2837292C30313434341F27393D38323C2E333432FFDB0043010909090C0B0C180D0D1832211C213232323232323232323232323232323232323232323232323232323232323232323232323232323232323232323232323232FFC0001108001E002803012200021101031101FFC40017000101010100000000000000000000000000080607FFC4001A1001000105000000000000000000000000000305073783B3FFC400160100030000000000000000000000000000000306FFC4001B110100010501000000000000000000000000010305313371C1FFDA000C03010002110311003F00E1CACECC627A26FEF224C56766313D137F7914779D31DF249A796F404E1C00020F56766313D137F791262B3B3189E89BFBC8A3BCE98EF924D3CB7A0270E0001FFFD9',40,30,'ce577059b2b24f53f5b294dc297a70dbcff7341b7dfaa3d33af71cce10f655dd','2026-11-24 18:21:34.542080',3,NULL,8);
CREATE TABLE "tournaments_signinlink" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "digest" varchar(64) NOT NULL UNIQUE, "created_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "used_at" datetime NULL, "opens_browser" bool NOT NULL);
CREATE TABLE "tournaments_siteaddress" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "address" varchar(200) NOT NULL, "seen_at" datetime NULL, "of_this_computer" bool NOT NULL, CONSTRAINT "site_address_once" CHECK ("id" = 1));
CREATE TABLE "tournaments_sitechain" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" bigint unsigned NOT NULL CHECK ("version" >= 0));
CREATE TABLE "tournaments_stage" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "name" varchar(80) NOT NULL, "kind" varchar(14) NOT NULL, "cut_to" smallint unsigned NULL CHECK ("cut_to" >= 0), "cut_at" datetime NULL, "carry_numerator" smallint unsigned NOT NULL CHECK ("carry_numerator" >= 0), "carry_denominator" smallint unsigned NOT NULL CHECK ("carry_denominator" >= 0), "cut_by" varchar(7) NOT NULL, CONSTRAINT "stage_number_once" UNIQUE ("tournament_id", "number"), CONSTRAINT "stage_carry_divides" CHECK ("carry_denominator" >= 1), CONSTRAINT "stage_carry_at_most_all" CHECK ("carry_numerator" <= ("carry_denominator")), CONSTRAINT "stage_cut_by_known" CHECK (("cut_by" = 'players' OR ("cut_by" = 'teams' AND "cut_to" IS NOT NULL))));
INSERT INTO "tournaments_stage" VALUES(1,1,1,'Qualification','qualification',NULL,NULL,1,1,'players');
INSERT INTO "tournaments_stage" VALUES(2,1,2,'Final','final',4,'2026-11-24 18:21:32.063108',1,2,'players');
INSERT INTO "tournaments_stage" VALUES(3,2,1,'Qualification','qualification',NULL,NULL,1,1,'players');
INSERT INTO "tournaments_stage" VALUES(4,2,2,'Final','final',4,'2026-11-24 18:21:35.041958',1,2,'players');
INSERT INTO "tournaments_stage" VALUES(5,3,1,'Qualification','qualification',NULL,NULL,1,1,'players');
INSERT INTO "tournaments_stage" VALUES(6,4,1,'Qualification','qualification',NULL,NULL,1,1,'players');
CREATE TABLE "tournaments_stageentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" smallint unsigned NOT NULL CHECK ("place" >= 0), "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "stage_id" bigint NOT NULL REFERENCES "tournaments_stage" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stage_entry_once" UNIQUE ("stage_id", "entry_id"));
INSERT INTO "tournaments_stageentry" VALUES(1,1,8,2);
INSERT INTO "tournaments_stageentry" VALUES(2,2,6,2);
INSERT INTO "tournaments_stageentry" VALUES(3,3,1,2);
INSERT INTO "tournaments_stageentry" VALUES(4,4,2,2);
INSERT INTO "tournaments_stageentry" VALUES(5,1,13,4);
INSERT INTO "tournaments_stageentry" VALUES(6,2,21,4);
INSERT INTO "tournaments_stageentry" VALUES(7,3,20,4);
INSERT INTO "tournaments_stageentry" VALUES(8,5,16,4);
CREATE TABLE "tournaments_stageteam" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" smallint unsigned NOT NULL CHECK ("place" >= 0), "stage_id" bigint NOT NULL REFERENCES "tournaments_stage" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NOT NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stage_team_once" UNIQUE ("stage_id", "team_id"));
CREATE TABLE "tournaments_standin" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "created_at" datetime NOT NULL, "entry_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "plays_for_id" bigint NOT NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stand_in_once" UNIQUE ("round_id", "entry_id"), CONSTRAINT "stand_in_for_one" UNIQUE ("round_id", "plays_for_id"), CONSTRAINT "stand_in_for_another" CHECK (NOT ("entry_id" = ("plays_for_id"))));
CREATE TABLE "tournaments_storedresult" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" integer unsigned NOT NULL CHECK ("place" >= 0), "played" integer unsigned NOT NULL CHECK ("played" >= 0), "total" text NOT NULL, "table_points" text NOT NULL, "game_count" integer unsigned NOT NULL CHECK ("game_count" >= 0), "games" text NOT NULL CHECK ((JSON_VALID("games") OR "games" IS NULL)), "amounts" text NOT NULL CHECK ((JSON_VALID("amounts") OR "amounts" IS NULL)), "entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NULL REFERENCES "tournaments_team" ("id") DEFERRABLE INITIALLY DEFERRED, "standings_id" bigint NOT NULL REFERENCES "tournaments_storedstandings" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stored_result_of_one" CHECK ((("entry_id" IS NOT NULL AND "team_id" IS NULL) OR ("entry_id" IS NULL AND "team_id" IS NOT NULL))));
CREATE TABLE "tournaments_storedschedule" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "players" smallint unsigned NOT NULL CHECK ("players" >= 0), "rounds_count" smallint unsigned NOT NULL CHECK ("rounds_count" >= 0), "rounds" text NOT NULL CHECK ((JSON_VALID("rounds") OR "rounds" IS NULL)), "measures" text NOT NULL CHECK ((JSON_VALID("measures") OR "measures" IS NULL)), "digest" varchar(64) NOT NULL UNIQUE, "created_at" datetime NOT NULL, "created_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_storedstandings" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "audience" varchar(6) NOT NULL, "version" bigint unsigned NOT NULL CHECK ("version" >= 0), "changed_at" datetime NULL, "mark" varchar(32) NOT NULL, "shown" bool NOT NULL, "whole" bool NOT NULL, "metrics" text NOT NULL CHECK ((JSON_VALID("metrics") OR "metrics" IS NULL)), "team_metrics" text NOT NULL CHECK ((JSON_VALID("team_metrics") OR "team_metrics" IS NULL)), "days" text NOT NULL CHECK ((JSON_VALID("days") OR "days" IS NULL)), "players" integer unsigned NOT NULL CHECK ("players" >= 0), "weight" text NOT NULL, "made_at" datetime NULL, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stored_standings_once" UNIQUE ("tournament_id", "audience"), CONSTRAINT "stored_standings_audience_known" CHECK ("audience" IN ('public', 'team')));
CREATE TABLE "tournaments_tablelog" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "text" text NOT NULL, "form" varchar(12) NOT NULL, "digest" varchar(64) NOT NULL, "file_name" varchar(200) NOT NULL, "hands" smallint unsigned NOT NULL CHECK ("hands" >= 0), "first_line" smallint unsigned NOT NULL CHECK ("first_line" >= 0), "attached_at" datetime NOT NULL, "removed_at" datetime NULL, "attached_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "table_log_number_once" UNIQUE ("table_id", "number"), CONSTRAINT "table_log_four_lines" CHECK ("first_line" <= 3), CONSTRAINT "table_log_form_known" CHECK ("form" IN ('text', 'json', 'mjai', 'tenhou-json', 'tenhou-xml', 'botzone', 'tziakcha')));
INSERT INTO "tournaments_tablelog" VALUES(1,1,'hand 1
ruleset mcr-2006
prevalent E
dealer A
scores 0 0 0 0
deal A 2p8s1p3s4m4z3s6z8s62p959m
deal B 25z9s1m4s4p2m91p9s8m4z3p
deal C 7m2z3m1p8m9s3p7m8f2s79p7s
deal D 5m3z2s7f6p75s3z6f1m5s2z5s
wall 5z768p5z5f7z3p9s37z4s1z7p9m2p82m2s38p1s4p2s14f72z5p6z4m4p6m7z91m1s45m5z8p61z3f3m8s7m7p5m3z3s23m6s8p4z1s1z2f8m49p1z5s7m2p66s66m4s4z4m4771s21m8s6z5p3s9p6s5p6m165p3m

W flower 8f
W repl 5p
N flower 6f
N repl 3m
N flower 7f
N repl 1p
E discard 4z
S draw 5z
S discard 4z
W draw 7p
W discard 2z
N draw 6p
N discard 1p
E draw 8p
E discard 6z
S draw 5z
S discard 2z
W draw 5f
W flower 5f
W repl 6p
W discard 3m
S pass
N draw 7z
N discard 2z
E draw 3p
E discard 8p
N pass
S draw 9s
S discard 8m
W draw 3z
W discard 3z
N draw 7z
N discard 2s
E draw 4s
E discard 6p
S draw 1z
S discard 1z
E pass
W draw 7p
W discard 1p
N draw 9m
N discard 7s
E pass
E draw 2p
E discard 4s
S draw 8m
S discard 8m
W draw 2m
W discard 2m
N draw 2s
N discard 2s
E draw 3p
E discard 1p
S draw 8p
S discard 4s
W draw 1s
W discard 9p
N draw 4p
N discard 4p
E draw 2s
E discard 2s
S draw 1f
S flower 1f
S repl 5p
S discard 1m
W pass
W draw 4f
W flower 4f
W repl 6m
W discard 3p
N draw 7z
N discard 9m
E draw 2z
E discard 2z
S draw 5p
S discard 2m
W draw 6z
W discard 6z
N draw 4m
N discard 1m
E draw 4p
E discard 4p
S draw 6m
S discard 6m
W draw 7z
W discard 7z
N kong 7z from W
N repl 9p
N discard 9p
E draw 9m
E discard 8s
S draw 1m
S discard 1m
W draw 1s
W discard 9s
S kong 9s from W
S repl 6s
S discard 6s
W draw 4m
W discard 4m
N draw 5m
N discard 3z
E draw 5z
E discard 5z
S draw 8p
S discard 1p
W draw 6z
W discard 6z
N draw 1z
N discard 1z
E draw 3f
E flower 3f
E repl 5p
E discard 8s
S draw 3m
S discard 3m
W draw 8s
W discard 8m
N draw 7m
N discard 3z
E draw 7p
E discard 7p
S draw 5m
S discard 5m
W draw 3z
W discard 3z
N draw 3s
N discard 3s
E draw 2m
E discard 5p
S draw 3m
S discard 3m
W draw 6s
W discard 6m
N draw 8p
N discard 8p
S pung 8p from N
S discard 9p
W draw 4z
W discard 4z
N draw 1s
N discard 1s
W pung 1s from N
W discard 2s
N draw 1z
N discard 1z
E draw 2f
E discard 2f
S draw 8m
S discard 8m
W draw 4p
W discard 4p
N draw 9p
N discard 9p
E draw 1z
E discard 1z
S draw 5s
S discard 5s
N pung 5s from S
N discard 5s
E draw 7m
E discard 2m
S draw 2p
S win self 2p
','text','2a97b156e1f3840e6722d902998fd1b37d10144d280c3278cfb540148604a65a','table two.txt',1,0,'2026-11-24 18:21:31.703825',NULL,2,4);
INSERT INTO "tournaments_tablelog" VALUES(2,1,'hand 1
ruleset riichi-ema-2016
prevalent E
dealer A
scores 0 0 0 0
deal A 53z4s4p6m8p8s6m57p466z7m
deal B 43p28s1m6p6s7p9s69p9s4m
deal C 1p85s32m4z9p5m6s36z8s1p
deal D 3p6m917s9m7z8p12m1z1p7z
indicator 5p
wall 1z79m7p4m9p3z2p1m2z4m3s2z2m5z2m5z7s3m4p1m6s6p8m1z6m3z8m5s5m12z4s4z1s1p3s9m6z87m5z5s5m2p4s2p4m3p7m7p7z3p2s55p47s93m1s8m7s2p221s3m8p6s2z4p3s5m6p9s7z5p3s98p5s4z

E discard 4z
S draw 1z
S discard 1m
W draw 7m
W discard 9p
N draw 9m
N discard 1s
E draw 7p
E discard 3z
S draw 4m
S discard 1z
W draw 9p
W discard 9p
N draw 3z
N discard 1z
E draw 2p
E discard 5z
S draw 1m
S discard 1m
W draw 2z
W discard 3z
N draw 4m
N discard 3z
E draw 3s
E discard 8s
S draw 2z
S discard 2z
W draw 2m
W discard 2z
N draw 5z
N discard 5z
E draw 2m
E discard 2p
S draw 5z
S discard 5z
W draw 7s
W discard 4z
N draw 3m
N discard 8p
E draw 4p
E discard 2m
W pung 2m from E
W discard 6z
N draw 1m
N discard 9s
E draw 6s
E discard 6s
S draw 6p
S discard 2s
W draw 8m
W discard 3m
N draw 1z
N discard 1z
E draw 6m
E discard 8p
S draw 3z
S discard 3z
W draw 8m
W discard 5m
N draw 5s
N discard 1p
E draw 5m
E discard 3s
S draw 1z
S discard 1z
W draw 2z
W discard 2z
N draw 4s
N discard 3p
E draw 4z
E discard 4z
S draw 1s
S discard 1s
W draw 1p
W discard 7m
N draw 3s
N discard 7s
E draw 9m
E discard 4s
S draw 6z
S discard 6z
W draw 8m
W discard 5s
N draw 7m
N discard 3s
E draw 5z
E discard 5z
S draw 5s
S discard 5s
W chow 5s with 67s from S
W discard 1p
N draw 5m
N discard 4s
E draw 2p
E discard 2p
S draw 4s
S discard 4s
W draw 2p
W discard 2p
N draw 4m
N discard 5s
E draw 3p
E discard 9m
S draw 7m
S discard 7m
W draw 7p
W discard 7p
N draw 7z
N discard 7m
E draw 3p
E discard 6z
S draw 2s
S discard 2s
W draw 5p
W discard 5p
N draw 5p
N riichi
N discard 5p
E draw 4s
E discard 6z
S draw 7s
S discard 9p
W draw 9m
W discard 9m
N win 9m from W
S pass
E pass
','text','17ac35a71f7cf63d75efdfbacfdeb11e9da02de076dcf271d1e249723345be80','table two.txt',1,0,'2026-11-24 18:21:34.771384',NULL,2,8);
CREATE TABLE "tournaments_tableplace" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "table_number" smallint unsigned NOT NULL CHECK ("table_number" >= 0), "row" smallint unsigned NOT NULL CHECK ("row" >= 0), "column" smallint unsigned NOT NULL CHECK ("column" >= 0), "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "table_place_table_once" UNIQUE ("tournament_id", "table_number"), CONSTRAINT "table_place_place_once" UNIQUE ("tournament_id", "row", "column"), CONSTRAINT "table_place_in_the_hall" CHECK (("column" >= 1 AND "row" >= 1 AND "row" <= 40 AND "table_number" >= 1 AND "column" <= 20)));
CREATE TABLE "tournaments_tableresult" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" smallint unsigned NOT NULL CHECK ("version" >= 0), "state" varchar(10) NOT NULL, "leftover_points" integer NOT NULL, "by_table_code" bool NOT NULL, "doubtful_reason" text NOT NULL, "reason" text NOT NULL, "created_at" datetime NOT NULL, "confirmed_at" datetime NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "entered_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "entered_by_entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "ruleset_id" bigint NULL REFERENCES "tournaments_rulesetversion" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_gametable" ("id") DEFERRABLE INITIALLY DEFERRED, "again_at" datetime NULL, "again_by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "again_by_entry_id" bigint NULL REFERENCES "tournaments_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "entered_on" varchar(16) NOT NULL, CONSTRAINT "result_version_once" UNIQUE ("table_id", "version"), CONSTRAINT "result_state_known" CHECK ("state" IN ('entered', 'confirmed', 'superseded', 'rejected')));
INSERT INTO "tournaments_tableresult" VALUES(1,1,'confirmed',0,0,'','as written','2026-11-24 18:21:20.264548','2026-11-24 18:21:20.329285','{}',3,NULL,1,1,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(2,1,'superseded',0,0,'','as written','2026-11-24 18:21:20.420149','2026-11-24 18:21:20.460402','{}',3,NULL,1,2,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(3,2,'confirmed',0,0,'','two digits swapped','2026-11-24 18:21:20.572658','2026-11-24 18:21:20.657432','{}',3,NULL,1,2,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(4,1,'confirmed',0,0,'','as written','2026-11-24 18:21:21.421314','2026-11-24 18:21:21.454677','{}',3,NULL,1,3,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(5,1,'superseded',0,0,'','as written','2026-11-24 18:21:21.549056','2026-11-24 18:21:21.580660','{}',3,NULL,1,4,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(6,2,'confirmed',0,0,'','two digits swapped','2026-11-24 18:21:21.714072','2026-11-24 18:21:21.777906','{}',3,NULL,1,4,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(7,1,'confirmed',0,0,'','as written','2026-11-24 18:21:32.688824','2026-11-24 18:21:32.704897','{}',3,NULL,2,5,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(8,1,'superseded',0,0,'','as written','2026-11-24 18:21:32.771908','2026-11-24 18:21:32.793935','{}',3,NULL,2,6,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(9,2,'confirmed',0,0,'','two digits swapped','2026-11-24 18:21:32.864805','2026-11-24 18:21:32.889100','{}',3,NULL,2,6,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(10,1,'confirmed',0,0,'','as written','2026-11-24 18:21:33.256142','2026-11-24 18:21:33.267722','{}',3,NULL,2,7,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(11,1,'superseded',0,0,'','as written','2026-11-24 18:21:33.319602','2026-11-24 18:21:33.340545','{}',3,NULL,2,8,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(12,2,'confirmed',0,0,'','two digits swapped','2026-11-24 18:21:33.409055','2026-11-24 18:21:33.431865','{}',3,NULL,2,8,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(13,1,'confirmed',0,0,'','','2026-11-24 18:21:36.204672','2026-11-24 18:21:36.216229','{}',3,NULL,4,13,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(14,1,'confirmed',0,0,'','','2026-11-24 18:21:36.239336','2026-11-24 18:21:36.250078','{}',3,NULL,4,14,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(15,1,'confirmed',0,0,'','','2026-11-24 18:21:36.259729','2026-11-24 18:21:36.273233','{}',3,NULL,4,15,NULL,NULL,NULL,'');
INSERT INTO "tournaments_tableresult" VALUES(16,1,'confirmed',0,0,'','','2026-11-24 18:21:36.291410','2026-11-24 18:21:36.302738','{}',3,NULL,4,16,NULL,NULL,NULL,'');
CREATE TABLE "tournaments_team" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "tournament_id" bigint NOT NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "code" varchar(20) NOT NULL, "name" varchar(120) NOT NULL, "country" varchar(60) NOT NULL, "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "search_key" text NOT NULL, "country_code" varchar(3) NOT NULL, "link_number" integer unsigned NOT NULL CHECK ("link_number" >= 0), CONSTRAINT "team_code_once" UNIQUE ("tournament_id", "code"), CONSTRAINT "team_name_once" UNIQUE ("tournament_id", "name"), CONSTRAINT "team_country_code_known" CHECK ("country_code" REGEXP '^([A-Z]{2,3}|-)?$'));
INSERT INTO "tournaments_team" VALUES(1,1,'T01','Team 0 „72“','FRA','{}','team 0 72','FR',0);
INSERT INTO "tournaments_team" VALUES(2,1,'T02','Team 1 „97“','FRA','{}','team 1 97','FR',0);
INSERT INTO "tournaments_team" VALUES(3,1,'T03','Team 2 „8“','FRA','{}','team 2 8','FR',0);
INSERT INTO "tournaments_team" VALUES(4,1,'T04','Team 3 „32“','FRA','{}','team 3 32','FR',0);
INSERT INTO "tournaments_team" VALUES(5,2,'T01','Team 0 „11“','FRA','{}','team 0 11','FR',0);
INSERT INTO "tournaments_team" VALUES(6,2,'T02','Team 1 „10“','FRA','{}','team 1 10','FR',0);
INSERT INTO "tournaments_team" VALUES(7,2,'T03','Team 2 „46“','FRA','{}','team 2 46','FR',0);
INSERT INTO "tournaments_team" VALUES(8,2,'T04','Team 3 „21“','FRA','{}','team 3 21','FR',0);
INSERT INTO "tournaments_team" VALUES(9,3,'A','Team A','','{}','team a','',0);
INSERT INTO "tournaments_team" VALUES(10,3,'B','Team B','','{}','team b','',0);
INSERT INTO "tournaments_team" VALUES(11,3,'C','Team C','','{}','team c','',0);
INSERT INTO "tournaments_team" VALUES(12,3,'D','Team D','','{}','team d','',0);
CREATE TABLE "tournaments_tournament" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(60) NOT NULL UNIQUE, "name" varchar(200) NOT NULL, "place" varchar(200) NOT NULL, "starts_on" date NULL, "ends_on" date NULL, "time_zone" varchar(64) NOT NULL, "print_languages" text NOT NULL CHECK ((JSON_VALID("print_languages") OR "print_languages" IS NULL)), "family" varchar(40) NOT NULL, "state" varchar(10) NOT NULL, "published" bool NOT NULL, "rehearsal" bool NOT NULL, "rounds_planned" smallint unsigned NOT NULL CHECK ("rounds_planned" >= 0), "minutes_per_round" smallint unsigned NOT NULL CHECK ("minutes_per_round" >= 0), "confirmations" varchar(4) NOT NULL, "blind_reentry" bool NOT NULL, "entry_by" varchar(12) NOT NULL, "one_phone" bool NOT NULL, "standings_hidden" bool NOT NULL, "hidden_from_round" smallint unsigned NULL CHECK ("hidden_from_round" >= 0), "hidden_results_open" bool NOT NULL, "archived_at" datetime NULL, "ceremony_at" datetime NULL, "tables_in_row" smallint unsigned NULL CHECK ("tables_in_row" >= 0), "team_size" smallint unsigned NULL CHECK ("team_size" >= 0), "team_best" smallint unsigned NULL CHECK ("team_best" >= 0), "separate" text NOT NULL CHECK ((JSON_VALID("separate") OR "separate" IS NULL)), "extra" text NOT NULL CHECK ((JSON_VALID("extra") OR "extra" IS NULL)), "origins" text NOT NULL CHECK ((JSON_VALID("origins") OR "origins" IS NULL)), "version" bigint unsigned NOT NULL CHECK ("version" >= 0), "created_at" datetime NOT NULL, "updated_at" datetime NOT NULL, "features" text NOT NULL CHECK ((JSON_VALID("features") OR "features" IS NULL)), "hall_code_number" integer unsigned NOT NULL CHECK ("hall_code_number" >= 0), "ranking_version" smallint unsigned NOT NULL CHECK ("ranking_version" >= 0), "inputs_kept_since" datetime NULL, "country_code" varchar(3) NOT NULL, "organiser" varchar(120) NOT NULL, "search_key" text NOT NULL, "line_up_hours" smallint unsigned NULL CHECK ("line_up_hours" >= 0), "line_up_size" smallint unsigned NULL CHECK ("line_up_size" >= 0), "lent_at" datetime NULL, CONSTRAINT "tournament_ends_after_start" CHECK (("starts_on" IS NULL OR "ends_on" IS NULL OR "ends_on" >= ("starts_on"))), CONSTRAINT "tournament_state_known" CHECK ("state" IN ('planned', 'running', 'finished')), CONSTRAINT "tournament_confirmations_known" CHECK ("confirmations" IN ('none', 'one', 'own', 'all')), CONSTRAINT "tournament_best_of_team" CHECK (("team_best" IS NULL OR ("team_size" IS NOT NULL AND "team_best" >= 1 AND "team_best" <= ("team_size")))), CONSTRAINT "tournament_has_a_round" CHECK ("rounds_planned" >= 1), CONSTRAINT "tournament_rehearsal_not_public" CHECK ((NOT "rehearsal" OR NOT "published")), CONSTRAINT "tournament_hidden_from_a_round" CHECK (("hidden_from_round" IS NULL OR "hidden_from_round" >= 1)), CONSTRAINT "tournament_ranking_version_known" CHECK (("ranking_version" >= 1 AND "ranking_version" <= 2)), CONSTRAINT "tournament_within_years" CHECK ((("starts_on" IS NULL OR "starts_on" BETWEEN '1900-01-01' AND '2200-12-31') AND ("ends_on" IS NULL OR "ends_on" BETWEEN '1900-01-01' AND '2200-12-31'))), CONSTRAINT "tournament_country_code_known" CHECK ("country_code" REGEXP '^([A-Z]{2,3})?$'), CONSTRAINT "tournament_line_up_of_team" CHECK (("line_up_size" IS NULL OR ("team_size" IS NOT NULL AND "line_up_size" >= 1 AND "line_up_size" <= ("team_size")))), CONSTRAINT "tournament_line_up_hours" CHECK (("line_up_hours" IS NULL OR ("line_up_hours" >= 1 AND "line_up_hours" <= 720))), CONSTRAINT "tournament_lent_not_archived" CHECK (("lent_at" IS NULL OR "archived_at" IS NULL)));
INSERT INTO "tournaments_tournament" VALUES(1,'mcr-1','Spring Open','Åbo','2026-05-02','2026-05-03','Europe/Paris','[]','mcr','running',1,0,3,90,'one',0,'scorers',0,0,NULL,0,NULL,NULL,NULL,2,1,'["team"]','{}','[]',92,'2026-11-24 18:21:15.018042','2026-11-24 18:21:32.063556','["stages", "teams", "federation"]',0,1,'2026-11-29 23:19:16.829553','','','spring open abo',NULL,NULL,NULL);
INSERT INTO "tournaments_tournament" VALUES(2,'riichi-2','Spring Open','Åbo','2026-05-02','2026-05-03','Europe/Paris','[]','riichi','running',1,0,3,90,'one',0,'scorers',0,0,NULL,0,NULL,NULL,NULL,2,1,'["team"]','{}','[]',89,'2026-11-24 18:21:32.082269','2026-11-24 18:21:35.042500','["stages", "teams", "federation"]',0,1,'2026-11-29 23:19:16.829553','','','spring open abo',NULL,NULL,NULL);
INSERT INTO "tournaments_tournament" VALUES(3,'spring-open','Spring Open','','2026-05-02','2026-05-03','Europe/Paris','[]','mcr','running',1,0,4,90,'one',0,'scorers',0,0,NULL,0,NULL,NULL,NULL,4,NULL,'[]','{}','[]',34,'2026-11-24 18:21:35.043940','2026-11-24 18:21:36.114608','["teams", "duplicate"]',0,1,'2026-11-29 23:19:16.829553','','','spring open',NULL,NULL,NULL);
INSERT INTO "tournaments_tournament" VALUES(4,'swiss','Spring Open','','2026-05-02','2026-05-03','Europe/Paris','[]','mcr','running',1,0,4,90,'one',0,'scorers',0,0,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','{}','[]',25,'2026-11-24 18:21:36.117134','2026-11-24 18:21:38.963550','[]',0,1,'2026-11-29 23:19:16.829553','','','spring open',NULL,NULL,NULL);
CREATE TABLE "tournaments_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "first_name" varchar(150) NOT NULL, "last_name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL, "language" varchar(10) NOT NULL, "acted_at_id" bigint NULL REFERENCES "tournaments_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, "acted_as" varchar(150) NOT NULL, "column_choices" text NOT NULL CHECK ((JSON_VALID("column_choices") OR "column_choices" IS NULL)), "max_events" integer unsigned NULL CHECK ("max_events" >= 0), "max_mails" integer unsigned NULL CHECK ("max_mails" >= 0), "max_megabytes" integer unsigned NULL CHECK ("max_megabytes" >= 0));
INSERT INTO "tournaments_user" VALUES(1,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'olga','','','olga@example.org',0,1,'2026-11-24 18:21:16.606089','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(2,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'ren','','','ren@example.org',0,1,'2026-11-24 18:21:16.606129','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(3,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'sam','','','sam@example.org',0,1,'2026-11-24 18:21:16.606140','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(4,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'sue','','','sue@example.org',0,1,'2026-11-24 18:21:16.606149','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(5,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'ida','','','ida@example.org',0,1,'2026-11-24 18:21:16.606159','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(6,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'dina','','','dina@example.org',0,1,'2026-11-24 18:21:16.606168','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(7,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'petra','','','petra@example.org',0,1,'2026-11-24 18:21:16.606176','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(8,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'otto','','','otto@example.org',0,1,'2026-11-24 18:21:16.606186','',NULL,'','{}',NULL,NULL,NULL);
INSERT INTO "tournaments_user" VALUES(9,'pbkdf2_sha256$1000000$kG2oK64EdStCsiJHzcyS0q$aGLPRosiGKXrGWw3OGvm+PJWzim0e9W8YfwIz70V4RE=',NULL,0,'omar','','','omar@example.org',0,1,'2026-11-24 18:21:35.057876','',NULL,'','{}',NULL,NULL,NULL);
CREATE TABLE "tournaments_user_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_user_user_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "tournaments_workerheartbeat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL);
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
CREATE INDEX "axes_accessattempt_user_agent_ad89678b" ON "axes_accessattempt" ("user_agent");
CREATE INDEX "axes_accessattempt_ip_address_10922d9c" ON "axes_accessattempt" ("ip_address");
CREATE INDEX "axes_accessattempt_username_3f2d4ca0" ON "axes_accessattempt" ("username");
CREATE UNIQUE INDEX "axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq" ON "axes_accessattempt" ("username", "ip_address", "user_agent");
CREATE INDEX "axes_accessfailurelog_user_agent_ea145dda" ON "axes_accessfailurelog" ("user_agent");
CREATE INDEX "axes_accessfailurelog_ip_address_2e9f5a7f" ON "axes_accessfailurelog" ("ip_address");
CREATE INDEX "axes_accessfailurelog_username_a8b7e8a4" ON "axes_accessfailurelog" ("username");
CREATE INDEX "axes_accesslog_user_agent_0e659004" ON "axes_accesslog" ("user_agent");
CREATE INDEX "axes_accesslog_ip_address_86b417e5" ON "axes_accesslog" ("ip_address");
CREATE INDEX "axes_accesslog_username_df93064b" ON "axes_accesslog" ("username");
CREATE UNIQUE INDEX "tournaments_user_groups_user_id_group_id_e7f1ed06_uniq" ON "tournaments_user_groups" ("user_id", "group_id");
CREATE INDEX "tournaments_user_groups_user_id_b728e876" ON "tournaments_user_groups" ("user_id");
CREATE INDEX "tournaments_user_groups_group_id_772064b6" ON "tournaments_user_groups" ("group_id");
CREATE UNIQUE INDEX "tournaments_user_user_permissions_user_id_permission_id_ff450315_uniq" ON "tournaments_user_user_permissions" ("user_id", "permission_id");
CREATE INDEX "tournaments_user_user_permissions_user_id_2c4da242" ON "tournaments_user_user_permissions" ("user_id");
CREATE INDEX "tournaments_user_user_permissions_permission_id_8e2c4bb2" ON "tournaments_user_user_permissions" ("permission_id");
CREATE INDEX "tournaments_seat_entry_id_ee75ad05" ON "tournaments_seat" ("entry_id");
CREATE INDEX "tournaments_seat_seating_id_b537e560" ON "tournaments_seat" ("seating_id");
CREATE INDEX "tournaments_stageentry_entry_id_10193a42" ON "tournaments_stageentry" ("entry_id");
CREATE INDEX "tournaments_stageentry_stage_id_55896d72" ON "tournaments_stageentry" ("stage_id");
CREATE INDEX "tournaments_resultseat_entry_id_e5028a3e" ON "tournaments_resultseat" ("entry_id");
CREATE INDEX "tournaments_resultseat_result_id_fe6afcbd" ON "tournaments_resultseat" ("result_id");
CREATE UNIQUE INDEX "hand_number_once_while_open" ON "tournaments_handrecord" ("table_id", "number") WHERE "result_id" IS NULL;
CREATE INDEX "tournaments_handrecord_discarder_id_5affab99" ON "tournaments_handrecord" ("discarder_id");
CREATE INDEX "tournaments_handrecord_table_id_24479f12" ON "tournaments_handrecord" ("table_id");
CREATE INDEX "tournaments_handrecord_winner_id_297310c8" ON "tournaments_handrecord" ("winner_id");
CREATE INDEX "tournaments_handrecord_seating_id_d6db9592" ON "tournaments_handrecord" ("seating_id");
CREATE INDEX "tournaments_handrecord_result_id_90fea839" ON "tournaments_handrecord" ("result_id");
CREATE INDEX "tournaments_membership_user_id_82dc51f0" ON "tournaments_membership" ("user_id");
CREATE INDEX "tournaments_membership_tournament_id_f0b8ea54" ON "tournaments_membership" ("tournament_id");
CREATE UNIQUE INDEX "tournaments_seatingdraw_seatings_seatingdraw_id_seating_id_9d268bfa_uniq" ON "tournaments_seatingdraw_seatings" ("seatingdraw_id", "seating_id");
CREATE INDEX "tournaments_seatingdraw_seatings_seatingdraw_id_01da7e67" ON "tournaments_seatingdraw_seatings" ("seatingdraw_id");
CREATE INDEX "tournaments_seatingdraw_seatings_seating_id_56321f3d" ON "tournaments_seatingdraw_seatings" ("seating_id");
CREATE INDEX "tournaments_storedschedule_created_by_id_b97884f0" ON "tournaments_storedschedule" ("created_by_id");
CREATE INDEX "tournaments_storedschedule_tournament_id_33841339" ON "tournaments_storedschedule" ("tournament_id");
CREATE INDEX "tournaments_replayupload_expires_at_ea1a0025" ON "tournaments_replayupload" ("expires_at");
CREATE INDEX "tournaments_playseat_board_id_24794f9d" ON "tournaments_playseat" ("board_id");
CREATE INDEX "tournaments_playseat_entry_id_5209e5be" ON "tournaments_playseat" ("entry_id");
CREATE INDEX "tournaments_playseat_play_id_206e8d85" ON "tournaments_playseat" ("play_id");
CREATE UNIQUE INDEX "audit_site_sequence_once" ON "tournaments_auditentry" ("sequence") WHERE "tournament_id" IS NULL;
CREATE INDEX "tournaments_auditentry_actor_id_c0602373" ON "tournaments_auditentry" ("actor_id");
CREATE INDEX "tournaments_auditentry_tournament_id_5ddccdc3" ON "tournaments_auditentry" ("tournament_id");
CREATE INDEX "audit_by_action" ON "tournaments_auditentry" ("tournament_id", "action");
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON tournaments_auditentry
BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END;
CREATE UNIQUE INDEX "forfeit_one_a_session" ON "tournaments_forfeit" ("entry_id", "round_id") WHERE ("kind" IN ('session_lost', 'substitute') AND "voided_at" IS NULL);
CREATE UNIQUE INDEX "forfeit_out_once" ON "tournaments_forfeit" ("entry_id") WHERE ("kind" = 'disqualified' AND "voided_at" IS NULL);
CREATE INDEX "tournaments_forfeit_author_id_e6b0a664" ON "tournaments_forfeit" ("author_id");
CREATE INDEX "tournaments_forfeit_entry_id_8b012393" ON "tournaments_forfeit" ("entry_id");
CREATE INDEX "tournaments_forfeit_round_id_07a129c7" ON "tournaments_forfeit" ("round_id");
CREATE INDEX "tournaments_forfeit_tournament_id_de4ed009" ON "tournaments_forfeit" ("tournament_id");
CREATE INDEX "tournaments_forfeit_voided_by_id_a25dc965" ON "tournaments_forfeit" ("voided_by_id");
CREATE INDEX "tournaments_job_created_by_id_d5ef674e" ON "tournaments_job" ("created_by_id");
CREATE INDEX "tournaments_job_tournament_id_6c22ee27" ON "tournaments_job" ("tournament_id");
CREATE INDEX "job_state_sent" ON "tournaments_job" ("state", "sent_at");
CREATE INDEX "tournaments_scoreline_author_id_8b505f5e" ON "tournaments_scoreline" ("author_id");
CREATE INDEX "tournaments_scoreline_entry_id_5acace28" ON "tournaments_scoreline" ("entry_id");
CREATE INDEX "tournaments_scoreline_round_id_6e1559d1" ON "tournaments_scoreline" ("round_id");
CREATE INDEX "tournaments_scoreline_table_id_5e0c3629" ON "tournaments_scoreline" ("table_id");
CREATE INDEX "tournaments_scoreline_voided_by_id_6879273f" ON "tournaments_scoreline" ("voided_by_id");
CREATE INDEX "tournaments_scoreline_result_id_c8396fa2" ON "tournaments_scoreline" ("result_id");
CREATE INDEX "tournaments_scoreline_team_id_d44e857f" ON "tournaments_scoreline" ("team_id");
CREATE INDEX "tournaments_scoreline_tournament_id_e5ae8c9a" ON "tournaments_scoreline" ("tournament_id");
CREATE INDEX "score_line_valid" ON "tournaments_scoreline" ("tournament_id", "voided_at");
CREATE UNIQUE INDEX "seating_one_live" ON "tournaments_seating" ("round_id") WHERE "state" IN ('published', 'playing');
CREATE INDEX "tournaments_seating_created_by_id_a95f1e51" ON "tournaments_seating" ("created_by_id");
CREATE INDEX "tournaments_seating_round_id_8688c118" ON "tournaments_seating" ("round_id");
CREATE INDEX "tournaments_seating_based_on_id_c12cd367" ON "tournaments_seating" ("based_on_id");
CREATE INDEX "tournaments_apitoken_tournament_id_ad3e2659" ON "tournaments_apitoken" ("tournament_id");
CREATE INDEX "tournaments_apitoken_user_id_1e3017ca" ON "tournaments_apitoken" ("user_id");
CREATE INDEX "tournaments_confirmation_user_id_8204ab60" ON "tournaments_confirmation" ("user_id");
CREATE INDEX "tournaments_confirmation_entry_id_afab39a8" ON "tournaments_confirmation" ("entry_id");
CREATE INDEX "tournaments_confirmation_result_id_57ebc1fb" ON "tournaments_confirmation" ("result_id");
CREATE UNIQUE INDEX "confirmation_device_once" ON "tournaments_confirmation" ("result_id", "device") WHERE (NOT ("device" = '') AND "initials" = '');
CREATE UNIQUE INDEX "board_one_in_force" ON "tournaments_board" ("board_set_id", "session", "number") WHERE "retired_at" IS NULL;
CREATE INDEX "tournaments_board_board_set_id_721b5287" ON "tournaments_board" ("board_set_id");
CREATE TRIGGER board_stays BEFORE UPDATE ON tournaments_board WHEN (OLD.board_set_id IS NOT NEW.board_set_id OR OLD.session IS NOT NEW.session OR OLD.number IS NOT NEW.number OR OLD.reserve IS NOT NEW.reserve OR OLD.prevalent_wind IS NOT NEW.prevalent_wind OR OLD.sealed_deal IS NOT NEW.sealed_deal OR OLD.digest IS NOT NEW.digest OR (OLD.text <> '' AND OLD.text IS NOT NEW.text)) BEGIN SELECT RAISE(ABORT, 'a deal does not change'); END;
CREATE INDEX "tournaments_boardplay_board_id_3a7a5ef7" ON "tournaments_boardplay" ("board_id");
CREATE INDEX "tournaments_boardplay_entered_by_id_61ea3c64" ON "tournaments_boardplay" ("entered_by_id");
CREATE INDEX "tournaments_boardplay_ruled_by_id_74785b6f" ON "tournaments_boardplay" ("ruled_by_id");
CREATE INDEX "tournaments_boardplay_table_id_42c4451e" ON "tournaments_boardplay" ("table_id");
CREATE UNIQUE INDEX "board_set_one_in_force" ON "tournaments_boardset" ("tournament_id") WHERE "withdrawn_at" IS NULL;
CREATE INDEX "tournaments_boardset_committed_by_id_5d4b7448" ON "tournaments_boardset" ("committed_by_id");
CREATE INDEX "tournaments_boardset_ruleset_id_f417de1c" ON "tournaments_boardset" ("ruleset_id");
CREATE INDEX "tournaments_boardset_tournament_id_775f6a6f" ON "tournaments_boardset" ("tournament_id");
CREATE TRIGGER board_set_stays BEFORE UPDATE ON tournaments_boardset WHEN OLD.tournament_id IS NOT NEW.tournament_id OR OLD.event IS NOT NEW.event OR OLD.ruleset_id IS NOT NEW.ruleset_id OR OLD.model IS NOT NEW.model OR OLD.flowers IS NOT NEW.flowers OR OLD.sessions IS NOT NEW.sessions OR OLD.boards IS NOT NEW.boards OR OLD.sealed_seed IS NOT NEW.sealed_seed OR OLD.commitment IS NOT NEW.commitment OR OLD.promise IS NOT NEW.promise OR OLD.value_kind IS NOT NEW.value_kind OR OLD.value_source IS NOT NEW.value_source OR OLD.value_which IS NOT NEW.value_which OR OLD.value_name IS NOT NEW.value_name OR OLD.value_known_at IS NOT NEW.value_known_at OR OLD.committed_at IS NOT NEW.committed_at OR OLD.entries_close_at IS NOT NEW.entries_close_at OR (OLD.seed <> '' AND OLD.seed IS NOT NEW.seed) OR (OLD.public_value <> '' AND OLD.made_at IS NOT NULL AND OLD.public_value IS NOT NEW.public_value) BEGIN SELECT RAISE(ABORT, 'what was committed to does not change'); END;
CREATE TRIGGER board_play_over BEFORE UPDATE ON tournaments_boardplay WHEN (OLD.version IS NOT NEW.version OR OLD.entered_at IS NOT NEW.entered_at OR OLD.board_id IS NOT NEW.board_id) AND EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = OLD.board_id AND s.seed <> '') BEGIN SELECT RAISE(ABORT, 'the seed is open, nothing is played any more'); END;
CREATE TRIGGER play_seat_over BEFORE UPDATE ON tournaments_playseat WHEN (OLD.points IS NOT NEW.points OR OLD.penalty IS NOT NEW.penalty OR OLD.entry_id IS NOT NEW.entry_id) AND EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = OLD.board_id AND s.seed <> '') BEGIN SELECT RAISE(ABORT, 'the seed is open, nothing is played any more'); END;
CREATE TRIGGER board_play_late BEFORE INSERT ON tournaments_boardplay WHEN EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = NEW.board_id AND s.seed <> '' AND s.seed_at < NEW.entered_at) BEGIN SELECT RAISE(ABORT, 'the seed is open, nothing is played any more'); END;
CREATE INDEX "tournaments_seatclaim_entry_id_eaaedf0a" ON "tournaments_seatclaim" ("entry_id");
CREATE INDEX "tournaments_seatclaim_table_id_eef67c8f" ON "tournaments_seatclaim" ("table_id");
CREATE INDEX "tournaments_sheetphoto_added_by_id_f5c19445" ON "tournaments_sheetphoto" ("added_by_id");
CREATE INDEX "tournaments_sheetphoto_added_by_entry_id_3808dc7a" ON "tournaments_sheetphoto" ("added_by_entry_id");
CREATE INDEX "tournaments_sheetphoto_table_id_1d04aa46" ON "tournaments_sheetphoto" ("table_id");
CREATE INDEX "tournaments_seasonevent_season_id_7aa14cb4" ON "tournaments_seasonevent" ("season_id");
CREATE INDEX "tournaments_seasonevent_tournament_id_47e2821e" ON "tournaments_seasonevent" ("tournament_id");
CREATE INDEX "tournaments_seasonmerge_entry_id_117d5ff2" ON "tournaments_seasonmerge" ("entry_id");
CREATE INDEX "tournaments_seasonmerge_same_as_id_3e36ea70" ON "tournaments_seasonmerge" ("same_as_id");
CREATE INDEX "tournaments_seasonmerge_season_id_df233b34" ON "tournaments_seasonmerge" ("season_id");
CREATE INDEX "tournaments_seasonrole_season_id_5a49fb91" ON "tournaments_seasonrole" ("season_id");
CREATE INDEX "tournaments_seasonrole_user_id_1c97c750" ON "tournaments_seasonrole" ("user_id");
CREATE UNIQUE INDEX "table_log_once" ON "tournaments_tablelog" ("table_id", "digest") WHERE "removed_at" IS NULL;
CREATE INDEX "tournaments_tablelog_attached_by_id_f61489f1" ON "tournaments_tablelog" ("attached_by_id");
CREATE INDEX "tournaments_tablelog_table_id_8c16a241" ON "tournaments_tablelog" ("table_id");
CREATE INDEX "tournaments_tableplace_tournament_id_11277b5e" ON "tournaments_tableplace" ("tournament_id");
CREATE INDEX "score_line_marks" ON "tournaments_scoreline" ("tournament_id", "kind", "round_id", "result_id", "created_at", "voided_at");
CREATE UNIQUE INDEX "call_one_open" ON "judging_call" ("table_id") WHERE "state" IN ('waiting', 'taken', 'arrived');
CREATE INDEX "judging_call_table_id_0b060098" ON "judging_call" ("table_id");
CREATE INDEX "judging_call_taken_by_id_b06a9471" ON "judging_call" ("taken_by_id");
CREATE INDEX "judging_call_tournament_id_ebbd7e14" ON "judging_call" ("tournament_id");
CREATE INDEX "judging_case_opened_by_id_3742e29b" ON "judging_case" ("opened_by_id");
CREATE INDEX "judging_case_result_id_40b7ccf4" ON "judging_case" ("result_id");
CREATE INDEX "judging_case_round_id_48fe5bca" ON "judging_case" ("round_id");
CREATE INDEX "judging_case_table_id_42eaf733" ON "judging_case" ("table_id");
CREATE INDEX "judging_case_tournament_id_25289ac0" ON "judging_case" ("tournament_id");
CREATE INDEX "judging_party_case_id_9da0aa4b" ON "judging_party" ("case_id");
CREATE INDEX "judging_party_entry_id_4ce3332d" ON "judging_party" ("entry_id");
CREATE UNIQUE INDEX "ruling_one_in_force" ON "judging_ruling" ("case_id") WHERE "in_force";
CREATE INDEX "judging_ruling_case_id_e916fb4d" ON "judging_ruling" ("case_id");
CREATE INDEX "judging_ruling_claim_id_a77d0e33" ON "judging_ruling" ("claim_id");
CREATE INDEX "judging_ruling_decided_by_id_e2748d81" ON "judging_ruling" ("decided_by_id");
CREATE UNIQUE INDEX "appeal_one_open" ON "judging_appeal" ("ruling_id") WHERE "state" = 'open';
CREATE INDEX "judging_appeal_by_entry_id_266319d3" ON "judging_appeal" ("by_entry_id");
CREATE INDEX "judging_appeal_decided_by_id_11f5e3a8" ON "judging_appeal" ("decided_by_id");
CREATE INDEX "judging_appeal_filed_by_id_45d7fa11" ON "judging_appeal" ("filed_by_id");
CREATE INDEX "judging_appeal_ruling_id_3ce55948" ON "judging_appeal" ("ruling_id");
CREATE INDEX "judging_rulingline_ruling_id_e70b8783" ON "judging_rulingline" ("ruling_id");
CREATE INDEX "judging_sanction_entry_id_df73cd9d" ON "judging_sanction" ("entry_id");
CREATE INDEX "judging_sanction_ruling_id_057562d0" ON "judging_sanction" ("ruling_id");
CREATE INDEX "judging_rulingforfeit_ruling_id_dca01b96" ON "judging_rulingforfeit" ("ruling_id");
CREATE INDEX "judging_desk_head_referee_id_fde64252" ON "judging_desk" ("head_referee_id");
CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");
CREATE UNIQUE INDEX "result_one_confirmed" ON "tournaments_tableresult" ("table_id") WHERE "state" = 'confirmed';
CREATE INDEX "tournaments_tableresult_entered_by_id_0e2210d0" ON "tournaments_tableresult" ("entered_by_id");
CREATE INDEX "tournaments_tableresult_entered_by_entry_id_0ea85297" ON "tournaments_tableresult" ("entered_by_entry_id");
CREATE INDEX "tournaments_tableresult_ruleset_id_dd178491" ON "tournaments_tableresult" ("ruleset_id");
CREATE INDEX "tournaments_tableresult_table_id_0499f0f2" ON "tournaments_tableresult" ("table_id");
CREATE INDEX "tournaments_tableresult_again_by_id_0c1f123c" ON "tournaments_tableresult" ("again_by_id");
CREATE INDEX "tournaments_tableresult_again_by_entry_id_5ef36b4d" ON "tournaments_tableresult" ("again_by_entry_id");
CREATE INDEX "tournaments_user_acted_at_id_eceff79e" ON "tournaments_user" ("acted_at_id");
CREATE INDEX "tournaments_entryquestion_tournament_id_67cb22e4" ON "tournaments_entryquestion" ("tournament_id");
CREATE INDEX "tournaments_category_tournament_id_00e3f359" ON "tournaments_category" ("tournament_id");
CREATE INDEX "tournaments_email_application_id_8a62fe5f" ON "tournaments_email" ("application_id");
CREATE INDEX "tournaments_email_entry_id_c6f1dcce" ON "tournaments_email" ("entry_id");
CREATE INDEX "tournaments_email_mailing_id_e25cb9ea" ON "tournaments_email" ("mailing_id");
CREATE INDEX "email_state_due" ON "tournaments_email" ("state", "send_after");
CREATE INDEX "tournaments_mailing_created_by_id_4339115a" ON "tournaments_mailing" ("created_by_id");
CREATE INDEX "tournaments_mailing_tournament_id_2c79d5be" ON "tournaments_mailing" ("tournament_id");
CREATE INDEX "tournaments_signinlink_user_id_8c487698" ON "tournaments_signinlink" ("user_id");
CREATE INDEX "tournaments_inputrecord_made_by_id_fa8ed449" ON "tournaments_inputrecord" ("made_by_id");
CREATE INDEX "tournaments_inputrecord_seating_id_6a5b1c3c" ON "tournaments_inputrecord" ("seating_id");
CREATE INDEX "tournaments_inputrecord_stage_id_0134bad5" ON "tournaments_inputrecord" ("stage_id");
CREATE INDEX "tournaments_inputrecord_tournament_id_6de24a28" ON "tournaments_inputrecord" ("tournament_id");
CREATE INDEX "tournaments_inputplace_record_id_3f6af917" ON "tournaments_inputplace" ("record_id");
CREATE INDEX "tournaments_mergedentry_stays_id_4f5cdbec" ON "tournaments_mergedentry" ("stays_id");
CREATE INDEX "tournaments_publicfile_tournament_id_ee12db15" ON "tournaments_publicfile" ("tournament_id");
CREATE INDEX "public_file_state_asked" ON "tournaments_publicfile" ("state", "asked_at");
CREATE INDEX "tournaments_announcement_tournament_id_ba5b0055" ON "tournaments_announcement" ("tournament_id");
CREATE INDEX "tournaments_standin_entry_id_44d3eaa2" ON "tournaments_standin" ("entry_id");
CREATE INDEX "tournaments_standin_plays_for_id_0e236ea4" ON "tournaments_standin" ("plays_for_id");
CREATE INDEX "tournaments_standin_round_id_38525f1e" ON "tournaments_standin" ("round_id");
CREATE INDEX "tournaments_round_tournament_id_a359f4ed" ON "tournaments_round" ("tournament_id");
CREATE INDEX "tournaments_round_stage_id_04ccaf04" ON "tournaments_round" ("stage_id");
CREATE INDEX "tournaments_round_ruleset_id_062d9846" ON "tournaments_round" ("ruleset_id");
CREATE INDEX "tournaments_fee_category_id_de9af731" ON "tournaments_fee" ("category_id");
CREATE INDEX "tournaments_fee_question_id_de10aa49" ON "tournaments_fee" ("question_id");
CREATE INDEX "tournaments_fee_tournament_id_4ca08cfe" ON "tournaments_fee" ("tournament_id");
CREATE INDEX "tournaments_entry_tournament_id_8241213d" ON "tournaments_entry" ("tournament_id");
CREATE INDEX "tournaments_entry_team_id_7a1bd6d8" ON "tournaments_entry" ("team_id");
CREATE INDEX "tournaments_entry_account_id_10dda226" ON "tournaments_entry" ("account_id");
CREATE INDEX "tournaments_entry_substitute_for_id_17eb86bc" ON "tournaments_entry" ("substitute_for_id");
CREATE INDEX "entry_folded_name" ON "tournaments_entry" ("folded_name");
CREATE INDEX "tournaments_gametable_round_id_32ea980b" ON "tournaments_gametable" ("round_id");
CREATE INDEX "tournaments_team_tournament_id_b3f02e2a" ON "tournaments_team" ("tournament_id");
CREATE INDEX "tournaments_lineup_round_id_c16567da" ON "tournaments_lineup" ("round_id");
CREATE INDEX "tournaments_lineup_team_id_46928f7b" ON "tournaments_lineup" ("team_id");
CREATE INDEX "tournaments_lineupplayer_entry_id_6e8d94ea" ON "tournaments_lineupplayer" ("entry_id");
CREATE INDEX "tournaments_lineupplayer_line_up_id_191da64e" ON "tournaments_lineupplayer" ("line_up_id");
CREATE INDEX "tournaments_stage_tournament_id_fdefbf65" ON "tournaments_stage" ("tournament_id");
CREATE INDEX "tournaments_stageteam_stage_id_55793465" ON "tournaments_stageteam" ("stage_id");
CREATE INDEX "tournaments_stageteam_team_id_8a3dd9c4" ON "tournaments_stageteam" ("team_id");
CREATE INDEX "tournaments_seasonteammerge_same_as_id_f40cfc3a" ON "tournaments_seasonteammerge" ("same_as_id");
CREATE INDEX "tournaments_seasonteammerge_season_id_3210632f" ON "tournaments_seasonteammerge" ("season_id");
CREATE INDEX "tournaments_seasonteammerge_team_id_e46c8892" ON "tournaments_seasonteammerge" ("team_id");
CREATE INDEX "tournaments_seedcommitment_tournament_id_7817e18a" ON "tournaments_seedcommitment" ("tournament_id");
CREATE INDEX "tournaments_seedcommitment_created_by_id_b8fc7aef" ON "tournaments_seedcommitment" ("created_by_id");
CREATE INDEX "tournaments_seatingdraw_tournament_id_de3b4a55" ON "tournaments_seatingdraw" ("tournament_id");
CREATE INDEX "tournaments_seatingdraw_under_id_79d5efb8" ON "tournaments_seatingdraw" ("under_id");
CREATE INDEX "tournaments_seatingdraw_created_by_id_caf69e10" ON "tournaments_seatingdraw" ("created_by_id");
CREATE TRIGGER seed_commitment_stays BEFORE UPDATE ON tournaments_seedcommitment WHEN OLD.tournament_id IS NOT NEW.tournament_id OR OLD.sealed_seed IS NOT NEW.sealed_seed OR OLD.commitment IS NOT NEW.commitment OR OLD.promise IS NOT NEW.promise OR OLD.way IS NOT NEW.way OR OLD.inputs_close_at IS NOT NEW.inputs_close_at OR OLD.value_kind IS NOT NEW.value_kind OR OLD.value_source IS NOT NEW.value_source OR OLD.value_which IS NOT NEW.value_which OR OLD.value_known_at IS NOT NEW.value_known_at OR OLD.created_at IS NOT NEW.created_at OR (OLD.public_value IS NOT NEW.public_value AND OLD.public_value <> '' AND EXISTS (SELECT 1 FROM tournaments_seatingdraw d WHERE d.under_id = OLD.id)) BEGIN SELECT RAISE(ABORT, 'what was promised of a draw does not change'); END;
CREATE INDEX "tournaments_absence_entry_id_38791b87" ON "tournaments_absence" ("entry_id");
CREATE INDEX "tournaments_absence_round_id_d7dd1f02" ON "tournaments_absence" ("round_id");
CREATE INDEX "tournaments_presence_entry_id_17232523" ON "tournaments_presence" ("entry_id");
CREATE INDEX "tournaments_storedstandings_tournament_id_afb4a4c8" ON "tournaments_storedstandings" ("tournament_id");
CREATE INDEX "tournaments_storedresult_entry_id_4665b1e8" ON "tournaments_storedresult" ("entry_id");
CREATE INDEX "tournaments_storedresult_team_id_1a05ee98" ON "tournaments_storedresult" ("team_id");
CREATE INDEX "tournaments_storedresult_standings_id_3fa0d51c" ON "tournaments_storedresult" ("standings_id");
CREATE INDEX "tournaments_rulesetversion_tournament_id_355b0e5d" ON "tournaments_rulesetversion" ("tournament_id");
CREATE INDEX "tournaments_rulesetversion_created_by_id_5211dfca" ON "tournaments_rulesetversion" ("created_by_id");
CREATE TRIGGER agreed_rules_stay BEFORE UPDATE ON tournaments_rulesetversion WHEN OLD.frozen_at IS NOT NULL AND (OLD.house_rules IS NOT NEW.house_rules OR OLD.parameters IS NOT NEW.parameters OR OLD.former_options IS NOT NEW.former_options) BEGIN SELECT RAISE(ABORT, 'rules that have been played with do not change'); END;
CREATE INDEX "tournaments_application_tournament_id_a455b04b" ON "tournaments_application" ("tournament_id");
CREATE INDEX "tournaments_payment_entry_id_7ebd4442" ON "tournaments_payment" ("entry_id");
CREATE INDEX "tournaments_payment_tournament_id_4e19cb86" ON "tournaments_payment" ("tournament_id");
CREATE UNIQUE INDEX "seating_constraint_one_table" ON "tournaments_seatingconstraint" ("entry_id") WHERE "kind" = 'fixed_table';
CREATE UNIQUE INDEX "seating_constraint_referee_once" ON "tournaments_seatingconstraint" ("entry_id") WHERE "kind" = 'referee';
CREATE UNIQUE INDEX "seating_constraint_pair_once" ON "tournaments_seatingconstraint" ("kind", "entry_id", "other_id") WHERE "other_id" IS NOT NULL;
CREATE INDEX "tournaments_seatingconstraint_tournament_id_b289b90c" ON "tournaments_seatingconstraint" ("tournament_id");
CREATE INDEX "tournaments_seatingconstraint_entry_id_2ebdcc6e" ON "tournaments_seatingconstraint" ("entry_id");
CREATE INDEX "tournaments_seatingconstraint_other_id_92b6df66" ON "tournaments_seatingconstraint" ("other_id");
CREATE TRIGGER seed_shares_stay BEFORE UPDATE ON tournaments_boardset WHEN OLD.seed <> '' AND (OLD.seed_shares IS NOT NEW.seed_shares) BEGIN SELECT RAISE(ABORT, 'what was committed to does not change'); END;
CREATE INDEX "judging_handover_by_id_ea87eef4" ON "judging_handover" ("by_id");
CREATE INDEX "judging_handover_case_id_abc50775" ON "judging_handover" ("case_id");
CREATE INDEX "judging_handover_to_id_a42709e0" ON "judging_handover" ("to_id");
CREATE INDEX "judging_party_accepted_id_23ad10e2" ON "judging_party" ("accepted_id");
CREATE INDEX "judging_claimrecord_case_id_a045d7d0" ON "judging_claimrecord" ("case_id");
CREATE INDEX "judging_claimrecord_ruleset_id_73c035a5" ON "judging_claimrecord" ("ruleset_id");
CREATE INDEX "judging_claimrecord_recorded_by_id_5d23d257" ON "judging_claimrecord" ("recorded_by_id");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('django_migrations',128);
INSERT INTO "sqlite_sequence" VALUES('django_content_type',97);
INSERT INTO "sqlite_sequence" VALUES('auth_permission',648);
INSERT INTO "sqlite_sequence" VALUES('auth_group',0);
INSERT INTO "sqlite_sequence" VALUES('axes_accessattempt',0);
INSERT INTO "sqlite_sequence" VALUES('axes_accesslog',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_auditentry',240);
INSERT INTO "sqlite_sequence" VALUES('tournaments_forfeit',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments_scoreline',140);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seating',14);
INSERT INTO "sqlite_sequence" VALUES('tournaments_confirmation',16);
INSERT INTO "sqlite_sequence" VALUES('tournaments_board',17);
INSERT INTO "sqlite_sequence" VALUES('tournaments_boardplay',16);
INSERT INTO "sqlite_sequence" VALUES('tournaments_boardset',1);
INSERT INTO "sqlite_sequence" VALUES('tournaments_tablelog',2);
INSERT INTO "sqlite_sequence" VALUES('judging_desk',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments_tableresult',16);
INSERT INTO "sqlite_sequence" VALUES('tournaments_membership',25);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seat',160);
INSERT INTO "sqlite_sequence" VALUES('tournaments_roundclock',6);
INSERT INTO "sqlite_sequence" VALUES('tournaments_resultseat',64);
INSERT INTO "sqlite_sequence" VALUES('tournaments_sheetphoto',2);
INSERT INTO "sqlite_sequence" VALUES('judging_case',2);
INSERT INTO "sqlite_sequence" VALUES('judging_party',8);
INSERT INTO "sqlite_sequence" VALUES('judging_ruling',2);
INSERT INTO "sqlite_sequence" VALUES('judging_sanction',2);
INSERT INTO "sqlite_sequence" VALUES('judging_rulingline',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments_stageentry',8);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seatingdraw_seatings',5);
INSERT INTO "sqlite_sequence" VALUES('tournaments_playseat',64);
INSERT INTO "sqlite_sequence" VALUES('tournaments_user',9);
INSERT INTO "sqlite_sequence" VALUES('tournaments_category',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_email',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_mailing',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_signinlink',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_inputrecord',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_inputplace',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_announcement',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_registrationdesk',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_round',14);
INSERT INTO "sqlite_sequence" VALUES('tournaments_feedesk',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_fee',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_siteaddress',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_entry',54);
INSERT INTO "sqlite_sequence" VALUES('tournaments_gametable',16);
INSERT INTO "sqlite_sequence" VALUES('tournaments_team',12);
INSERT INTO "sqlite_sequence" VALUES('tournaments_lineup',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_lineupplayer',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_stage',6);
INSERT INTO "sqlite_sequence" VALUES('tournaments_stageteam',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seedcommitment',1);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seatingdraw',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments_storedstandings',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_storedresult',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_rulesetversion',4);
INSERT INTO "sqlite_sequence" VALUES('tournaments_application',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_payment',0);
INSERT INTO "sqlite_sequence" VALUES('tournaments_seatingconstraint',2);
INSERT INTO "sqlite_sequence" VALUES('tournaments_tournament',4);
INSERT INTO "sqlite_sequence" VALUES('tournaments_loan',0);
INSERT INTO "sqlite_sequence" VALUES('judging_claimrecord',2);
COMMIT;
