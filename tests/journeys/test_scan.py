"""The QR code of a mirror's link is read by the camera, where the browser reads QR codes."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults
from tests.support.people import people, person, small_tournament

pytestmark = pytest.mark.browser

PAGE = "/t/spring-open/manage/publishing/"
LINK = "https://club.example/t/spring-open/?key=secret"
READER = """
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect(video) {
            if (!video.videoWidth) throw new Error("no picture yet");
            window.pictures = (window.pictures ?? 0) + 1;
            return window.pictures < 3 ? [] : [{ rawValue: "LINK" }];
        }
    };
    navigator.mediaDevices.getUserMedia = async () => {
        if (window.refuses) throw new DOMException("no", "NotAllowedError");
        const canvas = document.createElement("canvas");
        const draw = () => { canvas.getContext("2d").fillRect(0, 0, 9, 9); requestAnimationFrame(draw); };
        draw();
        window.stream = canvas.captureStream();
        return window.stream;
    };
""".replace("LINK", LINK)


def test_a_browser_without_a_reader_offers_no_scan(live_site, page):
    people(small_tournament())
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(PAGE))
    expect(page.get_by_role("button", name="Publish", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Scan QR code")).to_be_hidden()


def test_the_camera_reads_the_link_and_is_switched_off(live_site, page):
    people(small_tournament())
    live_site.sign_in(page, person("olga"))
    page.add_init_script(READER)
    page.goto(live_site.url(PAGE))
    page.evaluate("window.refuses = true")
    scan = page.get_by_role("button", name="Scan QR code")
    scan.click()
    expect(page.get_by_text("The browser gave no camera.")).to_be_visible()
    page.evaluate("window.refuses = false")
    scan.click()
    expect(page.get_by_label("Link of the event on the other site")).to_have_value(LINK)
    expect(page.locator("video")).to_be_hidden()
    assert page.evaluate("window.stream.active") is False
    assert accessibility_faults(page) == []
